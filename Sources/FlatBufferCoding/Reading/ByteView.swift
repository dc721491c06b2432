/// Bytes that readers look at, and what they may still spend on them.
///
/// Bounds: `load` alone touches memory. Each caller has first shown that the value ends at or before `count`, with
/// `follow`, with the length of a table or struct that was itself checked, or by comparing; sums can't overflow as
/// every term is at most `FlatBuffer.maximumByteCount`, and offsets from the bytes are compared with what is left
/// before they are added.
///
/// Lifetime: `base` and `remaining` are the caller's of `FlatBuffer.withRoot`, which keeps both alive while its
/// closure runs. Readers must not leave that closure; nothing here stores them.
///
/// `WireMutationTests` runs this on damaged bytes.
@safe @usableFromInline
struct ByteView {
  @usableFromInline let base: UnsafeRawPointer
  @usableFromInline let count: Int
  @usableFromInline let remaining: UnsafeMutablePointer<Int>

  /// Views `bytes`, with room for at least the offset of a root table.
  @inlinable
  init(_ bytes: UnsafeRawBufferPointer, allowance: UnsafeMutablePointer<Int>)
    throws(FlatBufferError)
  {
    guard let start = bytes.baseAddress, bytes.count >= 8,
      bytes.count <= FlatBuffer.maximumByteCount
    else { throw .outside(bytes.count < 8 ? "the root table" : "2 GiB", at: 0) }
    unsafe base = start
    count = bytes.count
    unsafe remaining = allowance
  }

  /// What may be spent on reading `count` bytes: enough for each byte to be met 64 times.
  @inlinable
  static func allowance(for count: Int) -> Int {
    let (product, overflow) = count.multipliedReportingOverflow(by: 64)
    return overflow || product > Int.max - (1 << 20) ? Int.max : product + (1 << 20)
  }

  /// Takes `units` from the allowance.
  @inlinable
  func spend(_ units: Int) throws(FlatBufferError) {
    let left = unsafe remaining.pointee - units
    guard left >= 0 else { throw .exhausted() }
    unsafe remaining.pointee = left
  }

  /// The value at `position`, which the caller has checked.
  @inlinable
  func load<T: FlatBufferScalar>(_ position: Int, as type: T.Type = T.self) -> T {
    assert(position >= 0 && position <= count - T.byteSize)
    return unsafe T(
      wireBits: T.WireBits(
        littleEndian: base.loadUnaligned(fromByteOffset: position, as: T.WireBits.self)))
  }

  /// The position of the root table.
  @inlinable
  func root() throws(FlatBufferError) -> Int {
    try follow(0, room: 4)
  }

  /// Where the offset at `position` leads, with at least `room` bytes there.
  ///
  /// The caller has checked the four bytes of the offset itself.
  @inlinable
  func follow(_ position: Int, room: Int) throws(FlatBufferError) -> Int {
    let offset = Int(truncatingIfNeeded: load(position, as: UInt32.self))
    guard offset > 0, offset <= count - position - room else {
      throw .outside("an offset", at: position)
    }
    return position + offset
  }

  /// Copies `values` scalars from `start`, which the caller has checked.
  @inlinable
  func copy<T: FlatBufferScalar>(_ start: Int, count values: Int, as type: T.Type) -> [T] {
    // An empty array is shared by all threads, and the initialiser below would write its count.
    guard values > 0 else { return [] }
    return unsafe [T](unsafeUninitializedCapacity: values) { target, initialized in
      var place = start
      for index in 0..<values {
        unsafe target.initializeElement(at: index, to: load(place, as: T.self))
        place &+= T.byteSize
      }
      initialized = values
    }
  }
}
