/// The vtables of a buffer that is being built, by hash, so that equal ones are written once.
///
/// The first eight are a list, which is forgotten at no cost; more are an open-addressing table of (hash, distance from
/// the end), at most half full. It is made small again with each buffer, so that a buffer pays only for its own
/// vtables.
@usableFromInline
struct VTableIndex {
  @inlinable static var smallest: Int { 16 }

  @usableFromInline var slots: [UInt64]
  @usableFromInline var count = 0

  @inlinable
  init() {
    slots = [UInt64](repeating: 0, count: Self.smallest)
  }

  /// Whether the vtables are a list.
  @inlinable var isList: Bool { slots.count == Self.smallest }

  /// Forgets every vtable.
  @inlinable
  mutating func removeAll() {
    count = 0
    if !isList { slots = [UInt64](repeating: 0, count: Self.smallest) }
  }

  /// The distance of a vtable in `bytes` that equals the one of `length` bytes at `distance`; if there is none, that one
  /// is recorded.
  ///
  /// - Complexity: O(1) expected; O(number of vtables) where hashes collide.
  @inlinable
  mutating func find(
    hash: UInt32, length: Int, orInsert distance: UInt32, in bytes: borrowing GrowingBytes
  ) -> UInt32 {
    let mask = slots.count - 1
    var index = isList ? 0 : Int(hash & UInt32(truncatingIfNeeded: mask))
    while isList ? index < count : slots[index] != 0 {
      let found = UInt32(truncatingIfNeeded: slots[index])
      if UInt32(truncatingIfNeeded: slots[index] >> 32) == hash,
        bytes.isSame(Int(found), Int(distance), count: length)
      {
        return found
      }
      index = (index + 1) & mask
    }
    slots[index] = UInt64(hash) << 32 | UInt64(distance)
    count += 1
    if count * 2 > slots.count { grow() }
    return distance
  }

  /// Doubles the room.
  @usableFromInline @inline(never)
  mutating func grow() {
    let old = isList ? Array(slots[..<count]) : slots
    slots = [UInt64](repeating: 0, count: slots.count * 2)
    let mask = slots.count - 1
    for slot in old where slot != 0 {
      var index = Int(truncatingIfNeeded: slot >> 32) & mask
      while slots[index] != 0 { index = (index + 1) & mask }
      slots[index] = slot
    }
  }
}
