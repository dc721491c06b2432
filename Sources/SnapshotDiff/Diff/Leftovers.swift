/// Which old row each new row is, among rows that the walk left over.
@usableFromInline
struct LeftoverPairs {
  /// For each new row the old row with its id, or −1.
  @usableFromInline var partners: ContiguousArray<Int32>
  /// For each old row whether it is the partner of a new one.
  @usableFromInline var isTaken: ContiguousArray<Bool>

  @inlinable
  init(oldCount: Int, newCount: Int) {
    partners = ContiguousArray(repeating: -1, count: newCount)
    isTaken = ContiguousArray(repeating: false, count: oldCount)
  }

  @inlinable @inline(__always)
  mutating func pair(_ old: Int, _ new: Int) {
    partners[new] = Int32(truncatingIfNeeded: old)
    isTaken[old] = true
  }
}

/// Pairs rows by id through a hash table.
///
/// Rows are numbered from zero on each side. Repeated ids pair in order. The row after the one just
/// paired is tried before the table, and so is the one before it, as rows mostly move in blocks.
///
/// - Parameters:
///   - oldCount: How many old rows there are.
///   - newCount: How many new rows there are.
///   - oldHash: The hash of an old row's id.
///   - newHash: The hash of a new row's id.
///   - isMatch: Whether an old and a new row have one id.
///   - isTwin: Whether two old rows have one id.
/// - Returns: The pairs.
/// - Complexity: O(rows), also for poor hashes: ids whose hashes collide more than a few times on
///   average stay unpaired, as if they were different.
@inlinable
func pairLeftovers(
  oldCount: Int, newCount: Int, oldHash: (Int) -> UInt64, newHash: (Int) -> UInt64,
  isMatch: (Int, Int) -> Bool, isTwin: (Int, Int) -> Bool
) -> LeftoverPairs {
  var pairs = LeftoverPairs(oldCount: oldCount, newCount: newCount)
  guard oldCount > 0, newCount > 0 else { return pairs }
  if oldCount * newCount <= 32 {
    for new in 0..<newCount {
      for old in 0..<oldCount where !pairs.isTaken[old] && isMatch(old, new) {
        pairs.pair(old, new)
        break
      }
    }
    return pairs
  }

  var table = LeftoverTable(count: oldCount)
  for old in (0..<oldCount).reversed() {
    table.insert(old, hash: oldHash(old), isTwin: isTwin)
  }
  let hasTwins = !table.next.isEmpty
  var last = -2
  for new in 0..<newCount {
    if !hasTwins, last >= 0 {
      if last + 1 < oldCount, !pairs.isTaken[last + 1], isMatch(last + 1, new) {
        last += 1
        pairs.pair(last, new)
        continue
      }
      if last > 0, !pairs.isTaken[last - 1], isMatch(last - 1, new) {
        last -= 1
        pairs.pair(last, new)
        continue
      }
    }
    let found = table.take(hash: newHash(new)) { isMatch($0, new) }
    guard found >= 0, !pairs.isTaken[found] else { continue }
    pairs.pair(found, new)
    last = found
  }
  return pairs
}

/// Old rows by hash: open addressing with linear probing, one slot per distinct id; each slot has
/// 32 bits of the hash and the first row that is left of its id.
@usableFromInline
struct LeftoverTable {
  @usableFromInline var slots: ContiguousArray<UInt64>
  @usableFromInline let mask: Int
  @usableFromInline let count: Int
  /// The next row of the same id, or −1; empty as long as no id repeats.
  @usableFromInline var next: ContiguousArray<Int32> = []
  /// How many more slots may be looked at, beyond the first of each search.
  @usableFromInline var budget: Int

  @inlinable
  init(count: Int) {
    let bits = Int.bitWidth - (2 * count - 1).leadingZeroBitCount
    slots = ContiguousArray(repeating: 0, count: 1 << bits)
    mask = 1 << bits - 1
    self.count = count
    budget = 64 * count + 4096
  }

  /// Puts `row` before the rows of its id that are there already.
  @inlinable @inline(__always)
  mutating func insert(_ row: Int, hash: UInt64, isTwin: (Int, Int) -> Bool) {
    // The lowest bit is set, so that no entry looks like an empty slot.
    let check = (hash | 1) << 32
    var slot = Int(truncatingIfNeeded: hash >> 32) & mask
    while slots[slot] != 0 {
      if slots[slot] & ~0xFFFF_FFFF == check {
        let first = Int(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) &- 1
        if isTwin(row, first) {
          if next.isEmpty { next = ContiguousArray(repeating: -1, count: count) }
          next[row] = Int32(truncatingIfNeeded: first)
          break
        }
      }
      slot = (slot &+ 1) & mask
      budget &-= 1
      guard budget > 0 else { return }
    }
    slots[slot] = check | UInt64(truncatingIfNeeded: row &+ 1)
  }

  /// The first row left of an id, which twins then no longer find; −1 if there is none.
  @inlinable @inline(__always)
  mutating func take(hash: UInt64, isMatch: (Int) -> Bool) -> Int {
    let check = (hash | 1) << 32
    var slot = Int(truncatingIfNeeded: hash >> 32) & mask
    while slots[slot] != 0 {
      if slots[slot] & ~0xFFFF_FFFF == check {
        let row = Int(truncatingIfNeeded: slots[slot] & 0xFFFF_FFFF) &- 1
        if row >= 0, isMatch(row) {
          if !next.isEmpty {
            slots[slot] = check | UInt64(truncatingIfNeeded: Int(next[row]) &+ 1)
          }
          return row
        }
      }
      slot = (slot &+ 1) & mask
      budget &-= 1
      guard budget > 0 else { return -1 }
    }
    return -1
  }
}
