/// Pairs rows by their words: ids of 64 bits, or hashes of ids.
///
/// A radix join (Boncz, Manegold and Kersten, 1999): both sides are first parted by some bits of the
/// mixed word, so that the hash table of one part fits into the fastest cache.
///
/// - Parameters:
///   - old: The words of the old rows.
///   - new: The words of the new rows.
///   - isMatch: Whether an old and a new row of one word have one id.
///   - isTwin: Whether two old rows of one word have one id.
/// - Returns: The pairs; rows with one id are paired in order.
/// - Complexity: O(rows).
@usableFromInline
func joinLeftovers(
  _ old: ContiguousArray<UInt64>, _ new: ContiguousArray<UInt64>,
  isMatch: (Int, Int) -> Bool, isTwin: (Int, Int) -> Bool
) -> LeftoverPairs {
  var join = LeftoverJoin(old, new)
  for part in 0..<join.partCount { join.pair(part, isMatch: isMatch, isTwin: isTwin) }
  return join.pairs
}

/// The same where words are the ids.
@usableFromInline
func joinLeftovers(
  _ old: ContiguousArray<UInt64>, _ new: ContiguousArray<UInt64>
) -> LeftoverPairs {
  var join = LeftoverJoin(old, new)
  for part in 0..<join.partCount {
    join.pair(part, isMatch: { _, _ in true }, isTwin: { _, _ in true })
  }
  return join.pairs
}

/// A join of two lists of words, part by part.
private struct LeftoverJoin: ~Copyable {
  let partCount: Int
  var pairs: LeftoverPairs
  private let seed: UInt64
  private let oldParts: PartedWords
  private let newParts: PartedWords
  /// The hash table of a part, four times as long as the part at least: a row stands in it as its
  /// place among all old words, plus 1.
  private let table: Scratch<Int32>
  /// The next row of the same id, as in the table; made when the first id repeats.
  private var next = ContiguousArray<Int32>()

  init(_ old: ContiguousArray<UInt64>, _ new: ContiguousArray<UInt64>) {
    pairs = LeftoverPairs(oldCount: old.count, newCount: new.count)
    seed = hashSeed
    let bits = min(10, max(0, Int.bitWidth - (old.count / 1024).leadingZeroBitCount))
    partCount = 1 << bits
    oldParts = PartedWords(old, bits: bits, seed: seed)
    newParts = PartedWords(new, bits: bits, seed: seed)
    var largest = 0
    for part in 0..<partCount { largest = max(largest, oldParts.range(part).count) }
    table = Scratch(uninitialized: Self.tableCount(largest))
  }

  private static func tableCount(_ rows: Int) -> Int {
    1 << (Int.bitWidth - rows.leadingZeroBitCount + 2)
  }

  /// Pairs the rows of one part.
  @inline(__always)
  mutating func pair(
    _ part: Int, isMatch: (Int, Int) -> Bool, isTwin: (Int, Int) -> Bool
  ) {
    let rows = oldParts.range(part)
    let asking = newParts.range(part)
    guard !rows.isEmpty, !asking.isEmpty else { return }
    let seed = seed
    // How many rows of other ids may be passed by. Ids whose hashes collide more than that on
    // average stay unpaired, as if they were different; of up to 128 of one hash on either side none does.
    let allowance = 64 * (rows.count + asking.count) + 8192
    var budget = allowance
    let mask = Self.tableCount(rows.count) - 1
    table.fill(mask + 1, with: 0)
    var place = rows.upperBound
    while place > rows.lowerBound {
      place &-= 1
      let word = oldParts.words[place].word
      var slot = Int(truncatingIfNeeded: mix(word, seed)) & mask
      while table[slot] != 0, budget > 0 {
        let other = Int(table[slot]) &- 1
        if oldParts.words[other].word == word,
          isTwin(oldParts.words[place].row, oldParts.words[other].row)
        {
          if next.isEmpty {
            next = ContiguousArray(repeating: 0, count: oldParts.words.count)
            pairs.isRepeating = true
          }
          next[place] = table[slot]
          break
        }
        slot = (slot &+ 1) & mask
        budget &-= 1
      }
      if budget > 0 { table[slot] = Int32(truncatingIfNeeded: place &+ 1) }
    }
    for place in asking {
      let word = newParts.words[place].word
      var slot = Int(truncatingIfNeeded: mix(word, seed)) & mask
      while table[slot] != 0, budget > 0 {
        let other = Int(table[slot]) &- 1
        if oldParts.words[other].word == word,
          isMatch(oldParts.words[other].row, newParts.words[place].row)
        {
          take(other, newParts.words[place].row, slot)
          break
        }
        slot = (slot &+ 1) & mask
        budget &-= 1
      }
    }
    pairs.passed &+= allowance &- budget
    if budget <= 0 { pairs.isCut = true }
  }

  /// Pairs the old word at `place`, found in `slot`, with a new row, if it is not yet taken; the next
  /// of its id comes in its place.
  @inline(__always)
  private mutating func take(_ place: Int, _ new: Int, _ slot: Int) {
    let row = oldParts.words[place].row
    if pairs.isTaken[row] {
      pairs.isRepeating = true
    } else {
      pairs.pair(row, new)
    }
    if !next.isEmpty, next[place] != 0 { table[slot] = next[place] }
  }
}

/// Words in parts, by the topmost bits of the mixed word; in a part they are in their old order.
private struct PartedWords: ~Copyable {
  struct Entry {
    var word: UInt64
    var row32: Int32

    var row: Int { Int(row32) }
  }

  let words: Scratch<Entry>
  /// Where each part begins, and where the last ends.
  private let starts: Scratch<Int32>

  init(_ source: ContiguousArray<UInt64>, bits: Int, seed: UInt64) {
    words = Scratch(uninitialized: source.count)
    starts = Scratch(count: 1 << bits + 1, repeating: 0)
    let shift = UInt64(64 - bits)
    for word in source { starts[Int(truncatingIfNeeded: mix(word, seed) >> shift) + 1] += 1 }
    for part in 0..<(1 << bits) { starts[part + 1] += starts[part] }
    let ends = Scratch<Int32>(uninitialized: 1 << bits)
    for part in 0..<(1 << bits) { ends[part] = starts[part] }
    for (row, word) in source.enumerated() {
      let part = Int(truncatingIfNeeded: mix(word, seed) >> shift)
      words[Int(ends[part])] = Entry(word: word, row32: Int32(truncatingIfNeeded: row))
      ends[part] += 1
    }
  }

  func range(_ part: Int) -> Range<Int> { Int(starts[part])..<Int(starts[part + 1]) }
}
