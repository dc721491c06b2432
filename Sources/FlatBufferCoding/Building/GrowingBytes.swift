/// Raw bytes that grow downward: each value is put before those that stand already.
///
/// Bounds: `head` is the index of the first byte in use, from 0 to `capacity`; `take` alone lowers it, after making
/// room, and hands out the bytes between. All other accesses are given a distance from the end and refuse one above
/// `used`.
///
/// Lifetime: the bytes belong to this value, which can't be copied; `deinit` frees them. Growing moves them, so that
/// a pointer from `take` or `at` is good only until the next `take`.
///
/// `WireRoundTripTests` and `WireMutationTests` run this.
@safe @usableFromInline
struct GrowingBytes: ~Copyable {
  @usableFromInline var storage: UnsafeMutableRawPointer
  @usableFromInline var capacity: Int
  @usableFromInline var head: Int

  /// Makes room for `capacity` bytes.
  @inlinable
  init(capacity: Int) {
    self.capacity = max(capacity, 64)
    unsafe storage = UnsafeMutableRawPointer.allocate(byteCount: self.capacity, alignment: 16)
    head = self.capacity
  }

  @inlinable
  deinit {
    unsafe storage.deallocate()
  }

  /// The number of bytes in use.
  @inlinable var used: Int { capacity - head }

  /// The bytes in use.
  @unsafe @inlinable var bytes: UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(start: storage + head, count: used)
  }

  /// Forgets everything, and keeps the room.
  @inlinable
  mutating func removeAll() {
    head = capacity
  }

  /// Gives back all but the `used` bytes that were put first.
  @inlinable
  mutating func shrink(to used: Int) {
    precondition(used >= 0 && used <= self.used, "GrowingBytes: shrinking to more than is used")
    head = capacity - used
  }

  /// Takes `count` more bytes, not initialised, and gives the lowest.
  @unsafe @inlinable
  mutating func take(_ count: Int) -> UnsafeMutableRawPointer {
    if count > head { grow(count) }
    head &-= count
    return unsafe storage + head
  }

  /// Takes zeros, so that after `length` more bytes the number in use is a multiple of `alignment`, a power of two.
  @inlinable
  mutating func pad(_ alignment: Int, before length: Int) {
    let padding = (0 &- (used &+ length)) & (alignment &- 1)
    guard padding > 0 else { return }
    if padding <= 8 {
      if head < 8 { grow(8) }
      // Eight are stored below what is in use, where only free bytes are.
      unsafe storage.storeBytes(of: 0, toByteOffset: head &- 8, as: UInt64.self)
      head &-= padding
      return
    }
    _ = unsafe take(padding).initializeMemory(as: UInt8.self, repeating: 0, count: padding)
  }

  /// Puts a scalar at a multiple of its size from the end, after as many zeros as that takes.
  ///
  /// The zeros are at most seven: eight are stored below what is in use, where only free bytes are.
  @inlinable
  mutating func putAligned<T: FlatBufferScalar>(_ value: T) {
    if head < 16 { grow(16) }
    let padding = (0 &- (used &+ T.byteSize)) & (T.byteSize &- 1)
    unsafe storage.storeBytes(of: 0, toByteOffset: head &- 8, as: UInt64.self)
    head &-= padding &+ T.byteSize
    unsafe storage.storeBytes(
      of: value.wireBits.littleEndian, toByteOffset: head, as: T.WireBits.self)
  }

  /// Puts a scalar, without padding.
  @inlinable
  mutating func put<T: FlatBufferScalar>(_ value: T) {
    unsafe take(T.byteSize).storeBytes(
      of: value.wireBits.littleEndian, as: T.WireBits.self)
  }

  /// Puts a copy of bytes.
  @unsafe @inlinable
  mutating func put(_ bytes: UnsafeRawBufferPointer) {
    guard let source = bytes.baseAddress, bytes.count > 0 else { return }
    unsafe take(bytes.count).copyMemory(from: source, byteCount: bytes.count)
  }

  /// Puts bytes as FlatBuffers has strings: their number, aligned to four, then they and a zero.
  @unsafe @inlinable
  mutating func putString(_ bytes: UnsafeRawBufferPointer) {
    let length = bytes.count &+ 5
    let size = length &+ ((0 &- (used &+ length)) & 3)
    let target = unsafe take(size)
    // The last four hold the zero at the end and the padding; what of them belongs to the string comes after.
    unsafe target.storeBytes(of: 0, toByteOffset: size &- 4, as: UInt32.self)
    unsafe target.storeBytes(
      of: UInt32(truncatingIfNeeded: bytes.count).littleEndian, as: UInt32.self)
    if let source = bytes.baseAddress {
      unsafe (target + 4).copyMemory(from: source, byteCount: bytes.count)
    }
  }

  /// The byte at `distance` from the end.
  @unsafe @inlinable
  func at(_ distance: Int) -> UnsafeMutableRawPointer {
    precondition(
      distance >= 0 && distance <= used,
      "FlatBufferBuilder: an offset of another buffer; a reset makes offsets invalid")
    return unsafe storage + (capacity &- distance)
  }

  /// Whether `count` bytes at two distances are the same.
  @inlinable
  func isSame(_ first: Int, _ second: Int, count: Int) -> Bool {
    guard count <= first, count <= second else { return false }
    let left = unsafe UnsafeRawBufferPointer(start: at(first), count: count)
    let right = unsafe UnsafeRawBufferPointer(start: at(second), count: count)
    return unsafe left.elementsEqual(right)
  }

  /// Moves the bytes to the end of larger room, at least twice as large.
  @usableFromInline @inline(never)
  mutating func grow(_ count: Int) {
    let used = used
    let larger = max(capacity * 2, used + count)
    let target = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 16)
    unsafe (target + (larger - used)).copyMemory(from: storage + head, byteCount: used)
    unsafe storage.deallocate()
    unsafe storage = target
    capacity = larger
    head = larger - used
  }
}
