/// Builds a FlatBuffer, from the leaves to the root.
///
/// Strings, vectors and tables are written before the table that refers to them; so nothing else can be built between
/// `startTable` and `endTable`. Vtables that are equal are shared. The bytes depend only on the calls: padding is zero.
/// A builder is reused: `reset` keeps its room, so that in the steady state a record costs no allocation.
///
/// Calls in the wrong order break the contract and trap. What depends on data does not: a buffer above 2 GiB, a table
/// with more than 64 KiB of its own, or one nested deeper than `FlatBuffer.maximumDepth` can't be read back, and `check` throws
/// for them once the buffer is finished.
public struct FlatBufferBuilder: ~Copyable {
  @usableFromInline var bytesBelow: GrowingBytes
  @usableFromInline var vtables = VTableIndex()
  @usableFromInline var fields = TableFields()
  /// What was in use when the open table was started; -1 when none is open.
  @usableFromInline var tableStart = -1
  @usableFromInline var tableDepth: UInt8 = 0
  @usableFromInline var alignment = 4
  @usableFromInline var rootDepth: UInt8 = 0
  @usableFromInline var isFinished = false
  @usableFromInline var isTableTooLarge = false
  /// Whether a union was to be written whose member the schema does not name.
  @usableFromInline var hasUnknownMember = false

  /// Makes a builder with room for `capacity` bytes; it grows when needed.
  @inlinable
  public init(capacity: Int = 1024) {
    bytesBelow = GrowingBytes(capacity: capacity)
  }

  /// Forgets what was built, and keeps the room for the next buffer.
  @inlinable
  public mutating func reset() {
    bytesBelow.removeAll()
    vtables.removeAll()
    tableStart = -1
    alignment = 4
    rootDepth = 0
    isFinished = false
    isTableTooLarge = false
    hasUnknownMember = false
  }

  /// Ends the buffer with its root table.
  ///
  /// - Precondition: No table is open, and the buffer is not finished.
  @inlinable
  public mutating func finish(_ root: FlatBufferOffset) {
    requireNoTable()
    bytesBelow.pad(alignment, before: 4)
    putOffset(root)
    rootDepth = root.depth
    isFinished = true
  }

  /// Ends the buffer with its root table and the four bytes of a file identifier.
  ///
  /// - Precondition: As `finish`; the identifier has four bytes.
  package mutating func finish(_ root: FlatBufferOffset, identifier: String) {
    precondition(
      identifier.utf8.count == 4, "FlatBufferBuilder: a file identifier has four bytes")
    requireNoTable()
    bytesBelow.pad(alignment, before: 8)
    for byte in identifier.utf8.reversed() { bytesBelow.put(byte) }
    finish(root)
  }

  /// Throws if the finished buffer can't be read back.
  ///
  /// - Throws: `tooComplex` above 2 GiB, for a table of more than 64 KiB without what it refers to, and for tables nested
  ///   deeper than `FlatBuffer.maximumDepth`. `typeMismatch` for a union's member that the schema does not name: what it
  ///   held would be lost.
  @inlinable
  public func check() throws(FlatBufferError) {
    if hasUnknownMember { throw .unknownMember }
    guard rootDepth <= FlatBuffer.maximumDepth, !isTableTooLarge,
      bytesBelow.used <= FlatBuffer.maximumByteCount
    else { throw .unreadable(depth: Int(rootDepth), isTableTooLarge: isTableTooLarge) }
  }

  /// The number of bytes so far.
  @inlinable public var byteCount: Int { bytesBelow.used }

  /// Hands the finished bytes to `body`, for as long as it runs.
  ///
  /// - Precondition: The buffer is finished.
  /// - Throws: What `body` throws.
  @inlinable
  public borrowing func withBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(isFinished, "FlatBufferBuilder: the buffer is not finished; call finish first")
    return try unsafe body(bytesBelow.bytes)
  }

  /// A copy of the finished bytes.
  ///
  /// - Precondition: The buffer is finished.
  @inlinable public var bytes: [UInt8] {
    unsafe withBytes { unsafe [UInt8]($0) }
  }

  /// Puts an offset to what stands at `target`, aligned.
  @inlinable
  mutating func putOffset(_ target: FlatBufferOffset) {
    let used = bytesBelow.used
    precondition(
      Int(target.distance) <= used,
      "FlatBufferBuilder: an offset of another buffer; a reset makes offsets invalid")
    let place = (used &+ 7) & ~3
    bytesBelow.putAligned(UInt32(truncatingIfNeeded: place) &- target.distance)
  }

  /// What was put last, as an offset.
  @inlinable
  func newest(depth: UInt8) -> FlatBufferOffset {
    FlatBufferOffset(distance: UInt32(truncatingIfNeeded: bytesBelow.used), depth: depth)
  }

  /// Remembers the largest alignment, to which the whole buffer is padded.
  @inlinable
  mutating func require(alignment needed: Int) {
    if needed > alignment { alignment = needed }
  }

  /// Traps if a table is open or the buffer is finished.
  @inlinable
  func requireNoTable() {
    precondition(
      tableStart < 0,
      "FlatBufferBuilder: a table is open; build what it refers to before startTable")
    precondition(!isFinished, "FlatBufferBuilder: the buffer is finished; call reset first")
  }
}

extension FlatBufferError {
  /// A union's member can't be written, as the schema does not name it.
  @usableFromInline static var unknownMember: FlatBufferError {
    FlatBufferError(
      code: .typeMismatch,
      message: "a union holds a member that this version of the schema does not name; "
        + "saving would lose it")
  }

  /// A finished buffer is beyond what can be read.
  @usableFromInline @inline(never)
  static func unreadable(depth: Int, isTableTooLarge: Bool) -> FlatBufferError {
    let message =
      if depth > FlatBuffer.maximumDepth {
        "tables are nested deeper than \(FlatBuffer.maximumDepth)"
      } else if isTableTooLarge {
        "a table has more than 64 KiB without what it refers to"
      } else {
        "the buffer is larger than 2 GiB"
      }
    return FlatBufferError(code: .tooComplex, message: message)
  }
}
