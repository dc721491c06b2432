/// Sorts entries by key.
///
/// Two passes of a least-significant-digit radix sort order the entries by the topmost 22 bits in
/// which keys differ; an insertion sort puts right what is left. Keys so alike that this would take
/// more than linear time are left to the standard library. (Knuth, The Art of Computer Programming 3, 5.2.1 and 5.2.5.)
///
/// - Complexity: O(*n*) for keys that are spread evenly or already sorted, O(*n* log *n*) for any.
func sortByKey(_ entries: inout ContiguousArray<KeyMap.Entry>) {
  guard !isSorted(entries) else { return }
  guard entries.count > 128 else { return entries.sort { $0.key < $1.key } }
  var least = Int64.max
  var greatest = Int64.min
  for entry in entries {
    least = min(least, entry.key)
    greatest = max(greatest, entry.key)
  }
  let range = UInt64(bitPattern: greatest &- least)
  let bits = UInt64.bitWidth - range.leadingZeroBitCount
  let shift = UInt64(max(0, bits - 2 * digitBits))
  var buffer = entries
  distribute(entries, into: &buffer, least: least, shift: shift)
  distribute(buffer, into: &entries, least: least, shift: shift + UInt64(digitBits))
  guard shift > 0 else { return }
  if !finishByInsertion(&entries) { entries.sort { $0.key < $1.key } }
}

private let digitBits = 11

/// One stable pass by the digit of key − `least` that begins at bit `shift`.
private func distribute(
  _ source: ContiguousArray<KeyMap.Entry>, into target: inout ContiguousArray<KeyMap.Entry>,
  least: Int64, shift: UInt64
) {
  let mask = UInt64(1 << digitBits - 1)
  var starts = ContiguousArray<Int32>(repeating: 0, count: 1 << digitBits)
  for entry in source {
    starts[Int((UInt64(bitPattern: entry.key &- least) >> shift) & mask)] += 1
  }
  var sum: Int32 = 0
  for digit in starts.indices { (starts[digit], sum) = (sum, sum + starts[digit]) }
  for entry in source {
    let digit = Int((UInt64(bitPattern: entry.key &- least) >> shift) & mask)
    target[Int(starts[digit])] = entry
    starts[digit] += 1
  }
}

private func isSorted(_ entries: ContiguousArray<KeyMap.Entry>) -> Bool {
  guard var last = entries.first?.key else { return true }
  for entry in entries {
    guard last <= entry.key else { return false }
    last = entry.key
  }
  return true
}

/// Insertion sort of nearly sorted entries; false if they are not so near after all.
private func finishByInsertion(_ entries: inout ContiguousArray<KeyMap.Entry>) -> Bool {
  var budget = 16 * entries.count
  for index in 1..<entries.count where entries[index].key < entries[index - 1].key {
    let entry = entries[index]
    var hole = index
    while hole > 0, entries[hole - 1].key > entry.key {
      entries[hole] = entries[hole - 1]
      hole -= 1
    }
    entries[hole] = entry
    budget -= index - hole
    guard budget > 0 else { return false }
  }
  return true
}
