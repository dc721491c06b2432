/// A value that stands in a FlatBuffer as a fixed number of little-endian bytes.
///
/// Conforming types are `Bool`, the fixed-width integers, `Float` and `Double`; others have no
/// meaning on the wire.
public protocol FlatBufferScalar: Sendable {
  /// The integer that holds the value's bits.
  associatedtype WireBits: FixedWidthInteger & BitwiseCopyable & Sendable

  /// Makes the value of bits; every pattern of bits is one.
  init(wireBits: WireBits)

  /// The value's bits.
  var wireBits: WireBits { get }
}

extension FlatBufferScalar {
  /// The size in bytes, which is also the alignment.
  @inlinable public static var byteSize: Int { MemoryLayout<WireBits>.size }

  /// Whether two values have the same bits: NaN equals itself, and −0.0 differs from 0.0.
  @inlinable public func hasSameBits(as other: Self) -> Bool {
    wireBits == other.wireBits
  }
}

extension FlatBufferScalar where Self: FixedWidthInteger & BitwiseCopyable, WireBits == Self {
  /// Makes an integer, which is its own bits.
  @inlinable public init(wireBits: Self) {
    self = wireBits
  }

  /// The integer itself.
  @inlinable public var wireBits: Self { self }
}

extension Int8: FlatBufferScalar {
  /// An integer is its own bits.
  public typealias WireBits = Int8
}

extension UInt8: FlatBufferScalar {
  /// An integer is its own bits.
  public typealias WireBits = UInt8
}

extension Int16: FlatBufferScalar {
  /// An integer is its own bits.
  public typealias WireBits = Int16
}

extension UInt16: FlatBufferScalar {
  /// An integer is its own bits.
  public typealias WireBits = UInt16
}

extension Int32: FlatBufferScalar {
  /// An integer is its own bits.
  public typealias WireBits = Int32
}

extension UInt32: FlatBufferScalar {
  /// An integer is its own bits.
  public typealias WireBits = UInt32
}

extension Int64: FlatBufferScalar {
  /// An integer is its own bits.
  public typealias WireBits = Int64
}

extension UInt64: FlatBufferScalar {
  /// An integer is its own bits.
  public typealias WireBits = UInt64
}

extension Bool: FlatBufferScalar {
  /// Makes false of 0, and true of all else.
  @inlinable public init(wireBits: UInt8) {
    self = wireBits != 0
  }

  /// 1 for true, 0 for false.
  @inlinable public var wireBits: UInt8 { self ? 1 : 0 }
}

extension Float: FlatBufferScalar {
  /// Makes the number of an IEEE 754 pattern.
  @inlinable public init(wireBits: UInt32) {
    self.init(bitPattern: wireBits)
  }

  /// The IEEE 754 pattern.
  @inlinable public var wireBits: UInt32 { bitPattern }
}

extension Double: FlatBufferScalar {
  /// Makes the number of an IEEE 754 pattern.
  @inlinable public init(wireBits: UInt64) {
    self.init(bitPattern: wireBits)
  }

  /// The IEEE 754 pattern.
  @inlinable public var wireBits: UInt64 { bitPattern }
}
