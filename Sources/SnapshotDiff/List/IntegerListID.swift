/// An id that is a 64-bit integer in disguise.
///
/// Snapshots keep such ids as they are, without hashing or storing them a second time. Two ids are
/// equal exactly if their keys are.
public protocol IntegerListID: Hashable, Sendable {
  /// The integer that stands for the id.
  var listKey: Int64 { get }

  /// The id for which `listKey` stands.
  init(listKey: Int64)
}

extension Int64: IntegerListID {
  /// The integer itself.
  public var listKey: Int64 { self }

  /// The integer itself.
  public init(listKey: Int64) { self = listKey }
}

extension UInt64: IntegerListID {
  /// The same 64 bits.
  public var listKey: Int64 { Int64(bitPattern: self) }

  /// The same 64 bits.
  public init(listKey: Int64) { self = UInt64(bitPattern: listKey) }
}

extension Int: IntegerListID {
  /// The integer itself.
  public var listKey: Int64 { Int64(self) }

  /// The integer itself, cut to the width of the platform.
  public init(listKey: Int64) { self = Int(truncatingIfNeeded: listKey) }
}

extension UInt: IntegerListID {
  /// The same bits.
  public var listKey: Int64 { Int64(truncatingIfNeeded: self) }

  /// The same bits, cut to the width of the platform.
  public init(listKey: Int64) { self = UInt(truncatingIfNeeded: listKey) }
}

extension Int32: IntegerListID {
  /// The integer itself.
  public var listKey: Int64 { Int64(self) }

  /// The integer itself, cut to 32 bits.
  public init(listKey: Int64) { self = Int32(truncatingIfNeeded: listKey) }
}

extension UInt32: IntegerListID {
  /// The integer itself.
  public var listKey: Int64 { Int64(self) }

  /// The integer itself, cut to 32 bits.
  public init(listKey: Int64) { self = UInt32(truncatingIfNeeded: listKey) }
}
