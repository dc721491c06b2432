/// Which old row each new row is, among rows that the walk left over.
@usableFromInline
struct LeftoverPairs {
  /// For each new row the old row with its id, or −1.
  @usableFromInline var partners: ContiguousArray<Int32>
  /// For each old row whether it is the partner of a new one.
  @usableFromInline var isTaken: ContiguousArray<Bool>
  /// How many pairs there are.
  @usableFromInline var count = 0
  /// Whether an id was seen that is there more than once.
  @usableFromInline var isRepeating = false
  /// Whether hashes collided so often that pairs may be missing.
  @usableFromInline var isCut = false
  /// How many rows of other ids were passed by in tables: counted work, for tests.
  @usableFromInline var passed = 0

  @inlinable
  init(oldCount: Int, newCount: Int) {
    partners = ContiguousArray(repeating: -1, count: newCount)
    isTaken = ContiguousArray(repeating: false, count: oldCount)
  }

  @inlinable @inline(__always)
  mutating func pair(_ old: Int, _ new: Int) {
    partners[new] = Int32(truncatingIfNeeded: old)
    isTaken[old] = true
    count &+= 1
  }
}

/// Pairs rows by id; repeated ids pair in order.
///
/// - Complexity: O(rows), also for poor hashes: of ids whose hashes collide, more than 64 a row on
///   average, some stay unpaired, as if they were different. Of up to 128 rows on each side none does.
@inlinable
func pairLeftovers<ID: Hashable>(
  _ old: ContiguousArray<ID>, _ new: ContiguousArray<ID>
) -> LeftoverPairs {
  if old.count * new.count <= 32 { return pairFew(old, new) }
  if let old = old as? ContiguousArray<UInt64>, let new = new as? ContiguousArray<UInt64> {
    return joinLeftovers(old, new)
  }
  if let old = old as? ContiguousArray<Int>, let new = new as? ContiguousArray<Int> {
    return joinLeftovers(words(old), words(new))
  }
  if let old = old as? ContiguousArray<Int64>, let new = new as? ContiguousArray<Int64> {
    return joinLeftovers(words(old), words(new))
  }
  if let old = old as? ContiguousArray<String>, let new = new as? ContiguousArray<String>,
    let oldHashes = hashesOfASCII(old), let newHashes = hashesOfASCII(new)
  {
    return joinLeftovers(
      oldHashes, newHashes, isMatch: { old[$0] == new[$1] }, isTwin: { old[$0] == old[$1] })
  }
  return joinLeftovers(
    hashes(old), hashes(new), isMatch: { old[$0] == new[$1] }, isTwin: { old[$0] == old[$1] })
}

/// Pairs rows by comparing each with each.
@inlinable
func pairFew<ID: Equatable>(
  _ old: ContiguousArray<ID>, _ new: ContiguousArray<ID>
) -> LeftoverPairs {
  var pairs = LeftoverPairs(oldCount: old.count, newCount: new.count)
  for (newIndex, id) in new.enumerated() {
    for oldIndex in old.indices where old[oldIndex] == id {
      if pairs.partners[newIndex] >= 0 || pairs.isTaken[oldIndex] {
        pairs.isRepeating = true
      } else {
        pairs.pair(oldIndex, newIndex)
      }
    }
  }
  return pairs
}

@inlinable
func words<Integer: FixedWidthInteger>(
  _ ids: ContiguousArray<Integer>
) -> ContiguousArray<UInt64> {
  var words = ContiguousArray<UInt64>()
  words.reserveCapacity(ids.count)
  for id in ids { words.append(UInt64(truncatingIfNeeded: id)) }
  return words
}

/// Hashes of the bytes of strings, or nil if not all of them are ASCII.
///
/// Of equal strings one can have other bytes than the other, "é" in one letter or in two; if all bytes of both are
/// ASCII, they are the same.
@usableFromInline
func hashesOfASCII(_ strings: ContiguousArray<String>) -> ContiguousArray<UInt64>? {
  let seed = hashSeed
  var words = ContiguousArray<UInt64>()
  words.reserveCapacity(strings.count)
  for string in strings {
    guard let word = hashOfASCII(string, seed) else { return nil }
    words.append(word)
  }
  return words
}

@inlinable
func hashes<ID: Hashable>(_ ids: ContiguousArray<ID>) -> ContiguousArray<UInt64> {
  var words = ContiguousArray<UInt64>()
  words.reserveCapacity(ids.count)
  for id in ids { words.append(UInt64(truncatingIfNeeded: id.hashValue)) }
  return words
}
