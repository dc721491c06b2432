public import FlatBufferCoding

/// A type that fields can have in queries: Bool, integers, floating, String, enums, and optionals of them.
///
/// Generated enums conform by the defaults for `FlatBufferEnum`.
public protocol QueryValue: Sendable {
  /// The type without its optional: `String` for both `String` and `String?`.
  associatedtype Scalar: QueryValue = Self where Scalar.Scalar == Scalar

  /// The value as a query holds it.
  var queryConstant: QueryConstant { get }

  /// Takes a value from a query's result; nil if the result is null, of another type, or out of range.
  init?(queryConstant: QueryConstant)
}

/// A number, with which queries can calculate.
public protocol QueryNumber: QueryValue {
  /// What many of them add up to.
  associatedtype Sum: QuerySum = Int64
}

extension Bool: QueryValue {
  /// `.bool`.
  public var queryConstant: QueryConstant { .bool(self) }

  /// Takes a `.bool`.
  public init?(queryConstant: QueryConstant) {
    guard case .bool(let value) = queryConstant else { return nil }
    self = value
  }
}

extension String: QueryValue {
  /// `.text`.
  public var queryConstant: QueryConstant { .text(self) }

  /// Takes a `.text`.
  public init?(queryConstant: QueryConstant) {
    guard case .text(let value) = queryConstant else { return nil }
    self = value
  }
}

extension Optional: QueryValue where Wrapped: QueryValue {
  /// The type without its optional.
  public typealias Scalar = Wrapped.Scalar

  /// `.null` for nil.
  public var queryConstant: QueryConstant { self?.queryConstant ?? .null }

  /// Takes null as nil; nil for what `Wrapped` does not take.
  public init?(queryConstant: QueryConstant) {
    if case .null = queryConstant {
      self = Wrapped?.none
    } else {
      guard let value = Wrapped(queryConstant: queryConstant) else { return nil }
      self = value
    }
  }
}

extension QueryValue where Self: FixedWidthInteger {
  /// `.integer`, or `.unsigned` for `UInt64` and `UInt`.
  public var queryConstant: QueryConstant {
    if !Self.isSigned && Self.bitWidth == 64 { return .unsigned(UInt64(truncatingIfNeeded: self)) }
    return .integer(Int64(truncatingIfNeeded: self))
  }

  /// Takes an integer that the type can hold.
  public init?(queryConstant: QueryConstant) {
    switch queryConstant {
    case .integer(let value): self.init(exactly: value)
    case .unsigned(let value): self.init(exactly: value)
    default: return nil
    }
  }
}

extension Int: QueryNumber {}
extension Int8: QueryNumber {}
extension Int16: QueryNumber {}
extension Int32: QueryNumber {}
extension Int64: QueryNumber {}
extension UInt: QueryNumber {
  /// Sums are unsigned too.
  public typealias Sum = UInt64
}
extension UInt8: QueryNumber {}
extension UInt16: QueryNumber {}
extension UInt32: QueryNumber {}
extension UInt64: QueryNumber {
  /// Sums are unsigned too.
  public typealias Sum = UInt64
}

extension Float: QueryNumber {
  /// Sums are doubles.
  public typealias Sum = Double

  /// `.real`.
  public var queryConstant: QueryConstant { .real(Double(self)) }

  /// Takes a `.real`, rounded to the nearest float.
  public init?(queryConstant: QueryConstant) {
    guard case .real(let value) = queryConstant else { return nil }
    self.init(value)
  }
}

extension Double: QueryNumber {
  /// Sums are doubles.
  public typealias Sum = Double

  /// `.real`.
  public var queryConstant: QueryConstant { .real(self) }

  /// Takes a `.real`.
  public init?(queryConstant: QueryConstant) {
    guard case .real(let value) = queryConstant else { return nil }
    self = value
  }
}

extension QueryValue where Self: FlatBufferEnum, RawValue: QueryValue {
  /// The raw value's constant.
  public var queryConstant: QueryConstant { rawValue.queryConstant }

  /// Takes an integer that the raw type can hold; one without a name becomes `unknown`.
  public init?(queryConstant: QueryConstant) {
    guard let value = RawValue(queryConstant: queryConstant) else { return nil }
    self.init(knownOrUnknown: value)
  }
}
