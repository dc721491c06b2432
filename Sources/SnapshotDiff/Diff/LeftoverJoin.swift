/// Pairs rows by their words: ids of 64 bits, or hashes of ids.
///
/// A radix join (Boncz, Manegold and Kersten, 1999): both sides are first parted by some bits of the
/// mixed word, so that the hash table of one part fits into the fastest cache.
///
/// - Parameters:
///   - old: The words of the old rows.
///   - new: The words of the new rows.
///   - isMatch: Whether an old and a new row of one word have one id; nil if the word is the id.
///   - isTwin: Whether two old rows of one word have one id; nil if the word is the id.
/// - Returns: The pairs; rows with one id are paired in order.
/// - Complexity: O(rows).
@usableFromInline
func joinLeftovers(
  _ old: ContiguousArray<UInt64>, _ new: ContiguousArray<UInt64>,
  isMatch: ((Int, Int) -> Bool)? = nil, isTwin: ((Int, Int) -> Bool)? = nil
) -> LeftoverPairs {
  var pairs = LeftoverPairs(oldCount: old.count, newCount: new.count)
  let bits = max(0, Int.bitWidth - (old.count / 4096).leadingZeroBitCount)
  let oldParts = PartedWords(old, bits: bits)
  let newParts = PartedWords(new, bits: bits)
  var largest = 0
  for part in 0..<(1 << bits) { largest = max(largest, oldParts.range(part).count) }
  let tableBits = Int.bitWidth - largest.leadingZeroBitCount + 1
  let table = Scratch<Int32>(count: 1 << tableBits, repeating: 0)
  // The next row of the same id, as in the table; made when the first id repeats.
  var next = ContiguousArray<Int32>()
  var budget = 64 * (old.count + new.count) + 4096

  for part in 0..<(1 << bits) {
    let rows = oldParts.range(part)
    let asking = newParts.range(part)
    guard !rows.isEmpty, !asking.isEmpty else { continue }
    // A table of twice the part's rows; a row stands in it as its place among all old words, plus 1.
    let mask = 1 << (Int.bitWidth - rows.count.leadingZeroBitCount + 1) - 1
    table.fill(mask + 1, with: 0)
    for place in rows.reversed() {
      let word = oldParts.words[place].word
      var slot = Int(truncatingIfNeeded: mix(word)) & mask
      while table[slot] != 0, budget > 0 {
        let other = Int(table[slot]) - 1
        if oldParts.words[other].word == word,
          isTwin?(oldParts.words[place].row, oldParts.words[other].row) ?? true
        {
          if next.isEmpty { next = ContiguousArray(repeating: 0, count: old.count) }
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
      var slot = Int(truncatingIfNeeded: mix(word)) & mask
      while table[slot] != 0, budget > 0 {
        let other = Int(table[slot]) - 1
        if oldParts.words[other].word == word,
          isMatch?(oldParts.words[other].row, newParts.words[place].row) ?? true
        {
          let row = oldParts.words[other].row
          if !pairs.isTaken[row] { pairs.pair(row, newParts.words[place].row) }
          if !next.isEmpty, next[other] != 0 { table[slot] = next[other] }
          break
        }
        slot = (slot &+ 1) & mask
        budget &-= 1
      }
    }
  }
  return pairs
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

  init(_ source: ContiguousArray<UInt64>, bits: Int) {
    words = Scratch(uninitialized: source.count)
    starts = Scratch(count: 1 << bits + 1, repeating: 0)
    let shift = UInt64(64 - bits)
    for word in source { starts[Int(truncatingIfNeeded: mix(word) >> shift) + 1] += 1 }
    for part in 0..<(1 << bits) { starts[part + 1] += starts[part] }
    let ends = Scratch<Int32>(uninitialized: 1 << bits)
    for part in 0..<(1 << bits) { ends[part] = starts[part] }
    for (row, word) in source.enumerated() {
      let part = Int(truncatingIfNeeded: mix(word) >> shift)
      words[Int(ends[part])] = Entry(word: word, row32: Int32(truncatingIfNeeded: row))
      ends[part] += 1
    }
  }

  func range(_ part: Int) -> Range<Int> { Int(starts[part])..<Int(starts[part + 1]) }
}
