/// What the baselines tell: positions, as their users get them.
struct HeckelChanges {
  var deletes: [Int] = []
  var inserts: [Int] = []
  var moves: [(old: Int, new: Int)] = []
  var updates: [(old: Int, new: Int)] = []

  var count: Int { deletes.count + inserts.count + moves.count + updates.count }

  /// Turns "who is where" into changes, as Heckel's descendants do: a row moved if its place is not
  /// explained by the deletes and inserts before it.
  init(
    oldCount: Int, newCount: Int, oldOfNew: (Int) -> Int, isKept: (Int) -> Bool,
    isSame: (Int, Int) -> Bool
  ) {
    var offsets = [Int32](repeating: 0, count: oldCount)
    for old in 0..<oldCount {
      offsets[old] = Int32(truncatingIfNeeded: deletes.count)
      if !isKept(old) { deletes.append(old) }
    }
    for new in 0..<newCount {
      let old = oldOfNew(new)
      if old < 0 {
        inserts.append(new)
        continue
      }
      if !isSame(old, new) { updates.append((old, new)) }
      if old - Int(offsets[old]) + inserts.count != new { moves.append((old, new)) }
    }
  }
}

/// Heckel's algorithm as well as it can be done simply: one dictionary from id to index, reserved;
/// flat arrays; repeated ids pair in order. (Heckel, 1978.)
func heckelFlat<Element, ID: Hashable>(
  _ old: [Element], _ new: [Element], id: (Element) -> ID, isSame: (Element, Element) -> Bool
) -> HeckelChanges {
  var first = [ID: Int32](minimumCapacity: old.count)
  var next: [Int32] = []
  for index in old.indices.reversed() {
    let own = Int32(truncatingIfNeeded: index)
    if let twin = first.updateValue(own, forKey: id(old[index])) {
      if next.isEmpty { next = [Int32](repeating: -1, count: old.count) }
      next[index] = twin
    }
  }
  var oldOfNew = [Int32](repeating: -1, count: new.count)
  var isKept = [Bool](repeating: false, count: old.count)
  for index in new.indices {
    let key = id(new[index])
    guard let found = first[key], found >= 0, !isKept[Int(found)] else { continue }
    oldOfNew[index] = found
    isKept[Int(found)] = true
    if !next.isEmpty { first[key] = next[Int(found)] }
  }
  return HeckelChanges(
    oldCount: old.count, newCount: new.count, oldOfNew: { Int(oldOfNew[$0]) },
    isKept: { isKept[$0] }, isSame: { isSame(old[$0], new[$1]) })
}

/// What is known of an id.
private final class Entry {
  var oldIndexes: [Int] = []
}

/// A row: what is known of its id, and its place in the other list.
private struct Record {
  let entry: Entry
  var index = -1
}

/// Heckel's algorithm as libraries ship it: an object per id in a dictionary, a record per row.
func heckelClass<Element, ID: Hashable>(
  _ old: [Element], _ new: [Element], id: (Element) -> ID, isSame: (Element, Element) -> Bool
) -> HeckelChanges {
  var table: [ID: Entry] = [:]
  func entry(_ key: ID) -> Entry {
    if let entry = table[key] { return entry }
    let entry = Entry()
    table[key] = entry
    return entry
  }
  var newRecords = new.map { Record(entry: entry(id($0))) }
  var oldRecords = old.map { Record(entry: entry(id($0))) }
  for index in old.indices.reversed() {
    oldRecords[index].entry.oldIndexes.append(index)
  }
  for index in new.indices {
    guard let found = newRecords[index].entry.oldIndexes.popLast() else { continue }
    newRecords[index].index = found
    oldRecords[found].index = index
  }
  return HeckelChanges(
    oldCount: old.count, newCount: new.count, oldOfNew: { newRecords[$0].index },
    isKept: { oldRecords[$0].index >= 0 }, isSame: { isSame(old[$0], new[$1]) })
}

/// Reads the bytes of both arrays once.
func floor(_ old: [Row], _ new: [Row]) -> Int {
  Int(truncatingIfNeeded: (sum(old) ^ sum(new)) & 1)
}

/// Several sums side by side, so that loads and not additions set the pace.
private func sum(_ rows: [Row]) -> UInt64 {
  unsafe rows.withUnsafeBytes { bytes in
    let words = unsafe bytes.bindMemory(to: UInt64.self)
    var (a, b, c, d): (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    var index = 0
    while index &+ 8 <= words.count {
      unsafe a &+= words[index] &+ words[index &+ 4]
      unsafe b &+= words[index &+ 1] &+ words[index &+ 5]
      unsafe c &+= words[index &+ 2] &+ words[index &+ 6]
      unsafe d &+= words[index &+ 3] &+ words[index &+ 7]
      index &+= 8
    }
    while index < words.count {
      unsafe a &+= words[index]
      index &+= 1
    }
    return a &+ b &+ c &+ d
  }
}
