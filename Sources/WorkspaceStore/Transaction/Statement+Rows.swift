internal import FlatBufferCoding

extension Statement {
  /// Binds a value of a key column; −0.0 as 0.0.
  ///
  /// Text is not copied.
  ///
  /// - Throws: `invalidKey` for null and NaN.
  func bindKey(
    _ index: Int32, _ value: PathValue, field: @autoclosure () -> KeyField
  ) throws(WorkspaceError) {
    switch value {
    case .null:
      throw WorkspaceError(.invalidKey, "A key can't be null.", field: field().field.name)
    case .bool(let value): try bind(index, value ? 1 : 0 as Int64)
    case .integer(let value): try bind(index, value)
    case .unsigned(let value): try bind(index, Int64(bitPattern: value ^ 1 << 63))
    case .real(let value):
      guard !value.isNaN else {
        throw WorkspaceError(.invalidKey, "A key can't be NaN.", field: field().field.name)
      }
      try bind(index, value == 0 ? 0 : value)
    case .text(let bytes): try unsafe bindUncopied(index, text: bytes)
    }
  }

  /// Binds what an index stores for a value: whether it is present, and the value.
  ///
  /// Null and NaN are absent, with the value 0 or, in a unique index, the row id. Text is not copied.
  func bindIndexed(
    present: Int32, value index: Int32, _ value: PathValue, isUnique: Bool, rowID: Int64
  ) throws(WorkspaceError) {
    guard value.isIndexed else {
      try bind(present, 0 as Int64)
      return try bind(index, isUnique ? rowID : 0)
    }
    try bind(present, 1 as Int64)
    try bindIndexed(index, value)
  }

  /// Binds a value as an index stores it, null and NaN as NULL.
  ///
  /// Text is not copied.
  func bindIndexed(_ index: Int32, _ value: PathValue) throws(WorkspaceError) {
    switch value {
    case .null: try bindNull(index)
    case .bool(let value): try bind(index, value ? 1 : 0 as Int64)
    case .integer(let value): try bind(index, value)
    case .unsigned(let value): try bind(index, Int64(bitPattern: value ^ 1 << 63))
    case .real(let value): try bind(index, value)
    case .text(let bytes): try unsafe bindUncopied(index, text: bytes)
    }
  }

  /// Binds the values of a key from parameter `start` on.
  ///
  /// - Throws: `invalidKey` if their number or kinds are not those of the type's key.
  func bind(_ key: KeyValues, from start: Int32, fields: [KeyField]) throws(WorkspaceError) {
    guard key.count == fields.count else {
      throw WorkspaceError(
        .invalidKey, "The key has \(key.count) values; the type's has \(fields.count).",
        key: key.description)
    }
    for offset in 0..<key.count {
      try bind(start + Int32(offset), key[offset], fields[offset].base, field: fields[offset])
    }
  }

  private func bind(
    _ index: Int32, _ value: KeyValue, _ base: Schema.BaseType,
    field: @autoclosure () -> KeyField
  ) throws(WorkspaceError) {
    switch (base, value) {
    case (.bool, .bool(let value)): try bind(index, value ? 1 : 0 as Int64)
    case (.string, .text(let text)): try bind(index, text)
    case (.float32, .real(let value)), (.float64, .real(let value)):
      guard !value.isNaN else {
        throw WorkspaceError(.invalidKey, "A key can't be NaN.", field: field().field.name)
      }
      try bind(index, value == 0 ? 0 : value)
    case (.uint64, .unsigned(let value)): try bind(index, Int64(bitPattern: value ^ 1 << 63))
    case (.uint64, .integer(let value)) where value >= 0:
      try bind(index, Int64(bitPattern: UInt64(value) ^ 1 << 63))
    case (.int8, .integer(let value)), (.uint8, .integer(let value)),
      (.int16, .integer(let value)), (.uint16, .integer(let value)),
      (.int32, .integer(let value)), (.uint32, .integer(let value)),
      (.int64, .integer(let value)):
      try bind(index, value)
    default:
      throw WorkspaceError(
        .invalidKey, "The key's value is of another kind than the field.", key: value.description,
        field: field().field.name)
    }
  }
}

extension PathValue {
  /// Whether an index has the value among those present: not null, not NaN.
  var isIndexed: Bool {
    switch self {
    case .null: false
    case .real(let value): !value.isNaN
    default: true
    }
  }

  /// Whether two values of one field have one place in an index.
  func hasSamePlace(as other: PathValue) -> Bool {
    switch (self, other) {
    case (.bool(let a), .bool(let b)): a == b
    case (.integer(let a), .integer(let b)): a == b
    case (.unsigned(let a), .unsigned(let b)): a == b
    case (.real(let a), .real(let b)): a == b || a.isNaN && b.isNaN
    case (.text(let a), .text(let b)): unsafe a.elementsEqual(b)
    default: !isIndexed && !other.isIndexed
    }
  }

  /// The value, as error messages print it.
  var text: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .unsigned(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let bytes): unsafe "\"\(String(decoding: bytes, as: UTF8.self))\""
    }
  }
}
