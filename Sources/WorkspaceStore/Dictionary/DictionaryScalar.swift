/// A type that a dictionary stores as itself.
protocol DictionaryScalar {
  /// The value as a dictionary stores it.
  var dictionaryValue: DictionaryValue { get }
  /// Reads a stored value; nil if it is of another type.
  init?(dictionaryValue: DictionaryValue)
}

extension FixedWidthInteger {
  fileprivate init?(anyInteger value: DictionaryValue) {
    switch value {
    case .int(let value): self.init(exactly: value)
    case .uint(let value): self.init(exactly: value)
    default: return nil
    }
  }

  fileprivate var integerValue: DictionaryValue {
    Self.isSigned || Self.bitWidth < 64
      ? .int(Int64(truncatingIfNeeded: self)) : .uint(UInt64(truncatingIfNeeded: self))
  }
}

extension Int: DictionaryScalar {
  var dictionaryValue: DictionaryValue { integerValue }
  init?(dictionaryValue: DictionaryValue) { self.init(anyInteger: dictionaryValue) }
}

extension Int8: DictionaryScalar {
  var dictionaryValue: DictionaryValue { integerValue }
  init?(dictionaryValue: DictionaryValue) { self.init(anyInteger: dictionaryValue) }
}

extension Int16: DictionaryScalar {
  var dictionaryValue: DictionaryValue { integerValue }
  init?(dictionaryValue: DictionaryValue) { self.init(anyInteger: dictionaryValue) }
}

extension Int32: DictionaryScalar {
  var dictionaryValue: DictionaryValue { integerValue }
  init?(dictionaryValue: DictionaryValue) { self.init(anyInteger: dictionaryValue) }
}

extension Int64: DictionaryScalar {
  var dictionaryValue: DictionaryValue { integerValue }
  init?(dictionaryValue: DictionaryValue) { self.init(anyInteger: dictionaryValue) }
}

extension UInt: DictionaryScalar {
  var dictionaryValue: DictionaryValue { integerValue }
  init?(dictionaryValue: DictionaryValue) { self.init(anyInteger: dictionaryValue) }
}

extension UInt8: DictionaryScalar {
  var dictionaryValue: DictionaryValue { integerValue }
  init?(dictionaryValue: DictionaryValue) { self.init(anyInteger: dictionaryValue) }
}

extension UInt16: DictionaryScalar {
  var dictionaryValue: DictionaryValue { integerValue }
  init?(dictionaryValue: DictionaryValue) { self.init(anyInteger: dictionaryValue) }
}

extension UInt32: DictionaryScalar {
  var dictionaryValue: DictionaryValue { integerValue }
  init?(dictionaryValue: DictionaryValue) { self.init(anyInteger: dictionaryValue) }
}

extension UInt64: DictionaryScalar {
  var dictionaryValue: DictionaryValue { integerValue }
  init?(dictionaryValue: DictionaryValue) { self.init(anyInteger: dictionaryValue) }
}

extension Bool: DictionaryScalar {
  var dictionaryValue: DictionaryValue { .bool(self) }
  init?(dictionaryValue: DictionaryValue) {
    guard case .bool(let value) = dictionaryValue else { return nil }
    self = value
  }
}

extension Double: DictionaryScalar {
  var dictionaryValue: DictionaryValue { .double(self) }
  init?(dictionaryValue: DictionaryValue) {
    switch dictionaryValue {
    case .double(let value): self = value
    case .float(let value): self = Double(value)
    default: return nil
    }
  }
}

extension Float: DictionaryScalar {
  var dictionaryValue: DictionaryValue { .float(self) }
  init?(dictionaryValue: DictionaryValue) {
    guard case .float(let value) = dictionaryValue else { return nil }
    self = value
  }
}

extension String: DictionaryScalar {
  var dictionaryValue: DictionaryValue { .string(self) }
  init?(dictionaryValue: DictionaryValue) {
    guard case .string(let value) = dictionaryValue else { return nil }
    self = value
  }
}

extension [UInt8]: DictionaryScalar {
  var dictionaryValue: DictionaryValue { .bytes(self) }
  init?(dictionaryValue: DictionaryValue) {
    guard case .bytes(let value) = dictionaryValue else { return nil }
    self = value
  }
}
