import TestSupport
import Testing

@testable import WorkspaceStore

private struct Stop: Error {}

/// A store and the Swift dictionaries that it must agree with.
private struct StoreModel {
  var items: [Int64: StoreItem] = [:]
  var notes: [String: StoreNote] = [:]

  /// Makes one random change in both; errors must be those that the model foresees.
  mutating func step(
    _ changes: borrowing Transaction, _ generator: inout SeededGenerator
  ) throws {
    let id = Int64.random(in: 0..<30, using: &generator)
    let title = ["", "a", "a\0", "b", "e\u{301}", "\u{E9}"].randomElement(using: &generator) ?? ""
    let item = StoreItem(
      id: id, name: "n\(Int.random(in: 0..<5, using: &generator))",
      rank: Int32.random(in: -2..<3, using: &generator),
      code: Bool.random(using: &generator) ? "c\(Int.random(in: 0..<10, using: &generator))" : nil,
      ratio: [nil, 0, .nan, .infinity].randomElement(using: &generator) ?? nil)
    let isTwin = item.code != nil && items.values.contains { $0.id != id && $0.code == item.code }
    switch Int.random(in: 0..<9, using: &generator) {
    case 0, 1:
      let expected: WorkspaceError.Code? =
        items[id] != nil ? .keyExists : isTwin ? .notUnique : nil
      #expect(Self.code { try changes.insert(item) } == expected)
      if expected == nil { items[id] = item }
    case 2:
      let expected: WorkspaceError.Code? = items[id] == nil ? .notFound : isTwin ? .notUnique : nil
      #expect(Self.code { try changes.update(item) } == expected)
      if expected == nil { items[id] = item }
    case 3:
      #expect(Self.code { try changes.upsert(item) } == (isTwin ? .notUnique : nil))
      if !isTwin { items[id] = item }
    case 4:
      let old = StoreItem(id: Int64.random(in: 0..<30, using: &generator))
      let twin =
        item.code != nil
        && items.values.contains { $0.id != old.id && $0.code == item.code }
      let expected: WorkspaceError.Code? =
        items[old.id] == nil
        ? .notFound : old.id != id && items[id] != nil ? .keyExists : twin ? .notUnique : nil
      #expect(Self.code { try changes.update(old, to: item) } == expected)
      if expected == nil {
        items[old.id] = nil
        items[id] = item
      }
    case 5:
      let isDeleted = try changes.delete(StoreItem.self, key: id)
      #expect(isDeleted == (items.removeValue(forKey: id) != nil))
    case 6:
      let note = StoreNote(title: title, text: "t\(id)")
      let isNew = try changes.upsert(note)
      #expect(isNew == (notes.updateBytes(note) == nil))
    case 7:
      let isDeleted = try changes.delete(StoreNote.self, key: title)
      #expect(isDeleted == (notes.removeBytes(title) != nil))
    default:
      if Int.random(in: 0..<40, using: &generator) == 0 {
        #expect(try changes.deleteAll(StoreItem.self) == items.count)
        items = [:]
      }
    }
  }

  static func code(_ body: () throws -> Void) -> WorkspaceError.Code? { error(of: body)?.code }

  func check(_ workspace: Workspace, seed: UInt64) throws {
    for id in Int64(0)..<30 {
      let stored = try workspace.object(StoreItem.self, key: id)
      #expect(stored.map { "\($0)" } == items[id].map { "\($0)" }, "seed \(seed)")
    }
    let stored = try workspace.read { (access) throws(WorkspaceError) -> [StoreNote] in
      guard let type = access.connection.catalog.type(for: StoreNote.recordType) else { return [] }
      var notes: [StoreNote] = []
      try unsafe access.connection.forEachRow(of: type) { rowID, bytes throws(WorkspaceError) in
        notes.append(try unsafe StoreNote.decode(bytes, rowID: rowID))
        return true
      }
      return notes
    }
    #expect(stored.count == notes.count, "seed \(seed)")
    for note in notes.values {
      #expect(try workspace.object(StoreNote.self, key: note.title)?.text == note.text)
    }
    #expect(try workspace.check() == [], "seed \(seed)")
  }
}

extension [String: StoreNote] {
  /// The key under which a note is kept: its bytes, as Swift's strings compare otherwise.
  private static func key(_ title: String) -> String {
    title.utf8.map { "\($0)" }.joined(separator: ".")
  }

  fileprivate mutating func updateBytes(_ note: StoreNote) -> StoreNote? {
    updateValue(note, forKey: Self.key(note.title))
  }

  fileprivate mutating func removeBytes(_ title: String) -> StoreNote? {
    removeValue(forKey: Self.key(title))
  }
}

@Suite struct StoreModelTests {
  @Test(
    "Random transactions, savepoints, roll-backs and reopenings agree with Swift dictionaries",
    arguments: seeds(12))
  func model(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    var workspace = try Workspace(path: folder.file())
    var other = try Workspace(path: folder.file())
    var model = StoreModel()
    for round in 0..<60 {
      let before = model
      let isAborted = Int.random(in: 0..<5, using: &generator) == 0
      let target = Int.random(in: 0..<4, using: &generator) == 0 ? other : workspace
      if Bool.random(using: &generator) {
        _ = RecordingSink.install(in: target, watching: ["Stored.StoreItem"])
      }
      do {
        try target.performChanges { changes in
          for _ in 0..<Int.random(in: 1..<15, using: &generator) {
            try model.step(changes, &generator)
          }
          let saved = model
          do {
            try changes.savepoint {
              for _ in 0..<5 { try model.step(changes, &generator) }
              if Bool.random(using: &generator) { throw Stop() }
            }
          } catch is Stop {
            model = saved
          }
          try model.step(changes, &generator)
          if isAborted { throw Stop() }
        }
      } catch is Stop {
        model = before
      }
      if round % 10 == 9 {
        try model.check(workspace, seed: seed)
        try workspace.shutdown()
        if Bool.random(using: &generator) {
          try other.shutdown()
          other = try Workspace(path: folder.file())
        }
        workspace = try Workspace(path: folder.file())
        try model.check(workspace, seed: seed)
      }
    }
  }
}
