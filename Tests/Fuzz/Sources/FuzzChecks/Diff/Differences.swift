@testable import SnapshotDiff

/// Checks differences of two arrays, or of the versions of a snapshot, by replay; the input says which and how.
public func checkDifferences(_ bytes: UnsafeRawBufferPointer) {
  var input = unsafe FuzzedBytes(bytes)
  do {
    switch input.next() % 4 {
    case 0: try checkArrays(&input, block: 1)
    case 1: try checkArrays(&input, block: 9)
    default: try checkSnapshots(&input)
    }
  } catch {
    fault("\(error)")
  }
}

/// Two arrays, ids repeated or not; each byte is `block` rows with ids of their own.
private func checkArrays(_ input: inout FuzzedBytes, block: Int) throws {
  func rows(_ count: Int) -> [Model.Row] {
    (0..<count).flatMap { _ in
      let byte = input.next()
      return (0..<block).map {
        Model.Row(id: (byte >> 1) * block + $0, version: UInt64(byte & 1))
      }
    }
  }
  let limit = 300 / block
  let old = rows(min(limit, input.next()))
  let new = rows(min(limit, input.remaining))
  let changes = ListChanges(
    from: old, to: new, id: { $0.id }, isSame: { $0.version == $1.version })
  try verify(changes, from: Model(rows: old), to: Model(rows: new))
  if old.count + new.count <= 512 { try verifyOrderOfRepeats(changes, old, new) }
  let inOrder = ListChanges(
    from: old, to: new, id: { $0.id }, isSame: { $0.version == $1.version }, repeats: .inOrder)
  try verify(inOrder, from: Model(rows: old), to: Model(rows: new))
  try verifyOrderOfRepeats(inOrder, old, new)
  try verifySteps(changes, from: Model(rows: old), to: Model(rows: new))
  try verify(changes.inverse, from: Model(rows: new), to: Model(rows: old))
  var applied = old
  guard changes.apply(to: &applied, element: { new[$0] }), applied == new else {
    throw Wrong("changes do not apply")
  }
  guard ListChanges(fromIDs: new.map(\.id), toIDs: new.map(\.id)).isEmpty else {
    throw Wrong("a list differs from itself")
  }
}

/// The k-th of equal ids is the k-th in the other list, and moves are the fewest for that.
private func verifyOrderOfRepeats(
  _ changes: ListChanges, _ old: [Model.Row], _ new: [Model.Row]
) throws {
  var places: [Int: [Int]] = [:]
  for index in old.indices.reversed() { places[old[index].id, default: []].append(index) }
  let kept = new.compactMap { places[$0.id]?.popLast() }
  let moves = kept.count - quadraticLIS(kept)
  guard changes.itemMoves.count == moves else {
    throw Wrong("\(changes.itemMoves.count) moves of repeated ids, not \(moves)")
  }
}

/// A snapshot that is edited; at times it is compared with what it was.
private func checkSnapshots(_ input: inout FuzzedBytes) throws {
  var editor = ListEditor(&input)
  let first = editor
  var last = editor
  var comparisons = 0
  while !input.isAtEnd, comparisons < 4 {
    if input.next() % 8 == 0 {
      try compare(last, editor)
      last = editor
      comparisons += 1
    } else {
      try editor.edit(&input)
    }
  }
  try compare(last, editor)
  try compare(first, editor)
  try compare(editor, first)
  // The same list, as a snapshot that shares nothing.
  let changes = editor.snapshot.changes(from: first.model.snapshot)
  try verify(changes, from: first.model, to: editor.model)
}

private func compare(_ old: ListEditor, _ new: ListEditor) throws {
  guard Model(new.snapshot) == new.model else { throw Wrong("an edit went wrong") }
  try checkInvariants(new.snapshot)
  let changes = new.snapshot.changes(from: old.snapshot)
  try verify(changes, from: old.model, to: new.model)
  try verifySteps(changes, from: old.model, to: new.model)
  try verifyBatches(from: old.snapshot, to: new.snapshot)
  try verify(changes.inverse, from: new.model, to: old.model)
}
