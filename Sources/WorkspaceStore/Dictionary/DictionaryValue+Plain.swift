// The most common types, told apart where the caller is compiled, without a look at conformances. Each cast is from a
// type to itself, as was just found out.
extension DictionaryValue {
  /// A value that was set as one of the most common types and is read as the same; nil for others, which
  /// `DictionaryCoding` can decode.
  @inlinable
  func plain<Value>(as type: Value.Type) -> Value? {
    switch self {
    case .int(let value) where type == Int.self:
      Int(exactly: value).map { unsafe unsafeBitCast($0, to: type) }
    case .bool(let value) where type == Bool.self: unsafe unsafeBitCast(value, to: type)
    case .double(let value) where type == Double.self: unsafe unsafeBitCast(value, to: type)
    case .string(let value) where type == String.self: unsafe unsafeBitCast(value, to: type)
    default: nil
    }
  }

  /// The form in which the most common types are stored; nil for others.
  @inlinable
  init?<Value>(plain value: Value) {
    let type = Value.self
    if type == Int.self {
      self = .int(Int64(unsafe unsafeBitCast(value, to: Int.self)))
    } else if type == String.self {
      self = .string(unsafe unsafeBitCast(value, to: String.self))
    } else if type == Bool.self {
      self = .bool(unsafe unsafeBitCast(value, to: Bool.self))
    } else if type == Double.self {
      self = .double(unsafe unsafeBitCast(value, to: Double.self))
    } else {
      return nil
    }
  }
}
