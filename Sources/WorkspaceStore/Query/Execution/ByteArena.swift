/// Runs of bytes one after another, each found by its number, from zero.
///
/// Bounds: `storage` has room for `capacity` bytes, of which `byteCount` are in use; run *n* lies between `ends[n − 1]`
/// and `ends[n]`, and the subscript of `ends` checks *n*. Lifetime: the room belongs to this object, which frees it;
/// pointers to runs are valid until the next `append` or `removeAll`, and while the object is there.
@safe final class ByteArena {
  /// How many bytes all runs have.
  private(set) var byteCount = 0
  private var storage: UnsafeMutableRawPointer
  private var capacity = 0
  private var ends: [Int] = []

  init() {
    unsafe storage = .allocate(byteCount: 1, alignment: 1)
  }

  deinit {
    unsafe storage.deallocate()
  }

  /// Adds a run, copied.
  func append(_ bytes: UnsafeRawBufferPointer) {
    if bytes.count > capacity - byteCount { grow(bytes.count) }
    if let start = bytes.baseAddress {
      unsafe (storage + byteCount).copyMemory(from: start, byteCount: bytes.count)
    }
    byteCount += bytes.count
    ends.append(byteCount)
  }

  /// The bytes of a run.
  func bytes(_ number: Int) -> UnsafeRawBufferPointer {
    let start = number == 0 ? 0 : ends[number - 1]
    return unsafe UnsafeRawBufferPointer(start: storage + start, count: ends[number] - start)
  }

  /// Forgets every run and gives the room back.
  func removeAll() {
    unsafe storage.deallocate()
    unsafe storage = .allocate(byteCount: 1, alignment: 1)
    capacity = 0
    byteCount = 0
    ends = []
  }

  private func grow(_ count: Int) {
    let larger = max(capacity * 2, byteCount + count, 4096)
    let target = UnsafeMutableRawPointer.allocate(byteCount: larger, alignment: 8)
    unsafe target.copyMemory(from: storage, byteCount: byteCount)
    unsafe storage.deallocate()
    unsafe storage = target
    capacity = larger
  }
}
