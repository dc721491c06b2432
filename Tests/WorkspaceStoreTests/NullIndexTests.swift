import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct NullIndexTests {
  @Test("Null and NaN in an indexed field are stored, found as null and ordered first (CASES 24)")
  func nulls() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let ratios: [Double?] = [2, nil, .nan, -.infinity, 0]
    try workspace.performChanges { changes in
      for (id, ratio) in ratios.enumerated() {
        try changes.insert(StoreItem(id: Int64(id), ratio: ratio))
      }
    }
    #expect(try workspace.fetch(StoreItem.where { $0.ratio.isNull }).map(\.id) == [1, 2])
    #expect(try workspace.fetch(StoreItem.where { !$0.ratio.isNull }).map(\.id) == [0, 3, 4])
    #expect(
      try workspace.fetch(StoreItem.order { $0.ratio.ascending }).map(\.id) == [1, 2, 3, 4, 0])
    #expect(
      try workspace.fetch(StoreItem.order { $0.ratio.descending }.limit(4)).map(\.id)
        == [0, 4, 3, 2])
    try workspace.performChanges { changes in
      try changes.update(StoreItem(id: 1, ratio: 7))
      try changes.update(StoreItem(id: 0, ratio: .nan))
      try changes.delete(StoreItem.self, key: 2)
    }
    #expect(try workspace.fetch(StoreItem.where { $0.ratio.isNull }).map(\.id) == [0])
    #expect(try workspace.check() == [])
  }

  @Test(
    "Who deletes the object with the highest row id and inserts another is seen to delete and insert (CASES 24)",
    arguments: [true, false])
  func highestRow(isOneCommit: Bool) throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { changes in
      try changes.insert(StoreNote(title: "a"))
      try changes.insert(StoreNote(title: "highest"))
    }
    let sink = RecordingSink.install(in: workspace, watching: ["Stored.StoreNote"])
    if isOneCommit {
      try workspace.performChanges { changes in
        try changes.delete(StoreNote.self, key: "highest")
        try changes.insert(StoreNote(title: "another"))
      }
    } else {
      try workspace.performChanges { try $0.delete(StoreNote.self, key: "highest") }
      try workspace.performChanges { try $0.insert(StoreNote(title: "another")) }
    }
    var rows: [RowChange] = []
    for set in sink.sets.withLock({ $0 }) {
      guard case .rows(let changes) = set.types[1] else { continue }
      rows += changes
    }
    #expect(rows.map { $0.before == nil } == [false, true])
    #expect(rows.map { $0.after == nil } == [true, false])
    #expect(Set(rows.map(\.rowID)).count == 2)
  }
}
