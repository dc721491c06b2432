import TestSupport
import Testing

@testable import WorkspaceStore

/// Rows that are put behind the last one get their ids from SQLite, which must be those of the store's counter.
@Suite struct AppendTests {
  private struct Stop: Error {}

  /// A store as it should be: titles and keys with their row ids, and the next id.
  private struct Model: Equatable {
    var notes: [String: Int64] = [:]
    var entries: [String: Int64] = [:]
    var next: Int64 = 1

    mutating func insert(_ title: String) {
      notes[title] = next
      next += 1
    }

    mutating func set(_ key: String) {
      guard entries[key] == nil else { return }
      entries[key] = next
      next += 1
    }
  }

  private func step(
    _ changes: borrowing Transaction, _ model: inout Model, _ random: inout SeededGenerator,
    depth: Int = 0
  ) throws {
    let name = "n\(Int.random(in: 0..<60, using: &random))"
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<5:
      let isNew = model.notes[name] == nil
      let thrown = error { try changes.insert(StoreNote(title: name)) }
      #expect(thrown?.code == (isNew ? nil : .keyExists))
      if isNew { model.insert(name) }
    case 5..<7:
      try changes.dictionary.set(Int.random(in: 0..<3, using: &random), for: name)
      model.set(name)
    case 7:
      // The last of all, most often.
      let last = model.notes.max { $0.value < $1.value }?.key ?? name
      try changes.delete(StoreNote.self, key: last)
      model.notes[last] = nil
    case 8:
      try changes.dictionary.remove(name)
      model.entries[name] = nil
    case 9:
      if try changes.upsert(StoreNote(title: name, text: "again")) { model.insert(name) }
    case 10:
      if let old = model.notes.keys.sorted().first, model.notes["m\(name)"] == nil {
        try changes.update(StoreNote(title: old), to: StoreNote(title: "m\(name)"))
        model.notes[old] = nil
        model.insert("m\(name)")
      }
    default:
      guard depth < 3 else { return }
      let before = model
      let fails = Bool.random(using: &random)
      do {
        try changes.savepoint {
          for _ in 0..<6 { try step(changes, &model, &random, depth: depth + 1) }
          if fails { throw Stop() }
        }
      } catch is Stop {
        // Ids of a savepoint that is undone may be given again, and need not be.
        let next = model.next
        model = before
        model.next = next
      }
    }
  }

  @Test(
    "Whatever comes between inserts, each row has the next id of the store's counter",
    arguments: seeds(30))
  func ids(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file(), records: [StoreNote.self])
    let raw = try folder.raw()
    var model = Model()
    for _ in 0..<25 {
      var after = model
      let first = model.next
      let fails = Int.random(in: 0..<5, using: &random) == 0
      do {
        try workspace.performChanges { changes in
          for _ in 0..<Int.random(in: 1..<25, using: &random) {
            try step(changes, &after, &random)
          }
          if fails { throw Stop() }
        }
        model = after
      } catch is Stop {}
      let notes = try ids("SELECT k0, rowid FROM \"Stored.StoreNote\"", raw)
      let entries = try ids("SELECT key, rowid FROM __dictionary", raw)
      // Ids that a transaction before gave out in vain are passed over, all at once.
      let offsets = Set(
        [(notes, model.notes), (entries, model.entries)].flatMap { stored, expected in
          expected.filter { $0.value >= first }.map { (stored[$0.key] ?? -1) - $0.value }
        })
      #expect(offsets.count <= 1 && offsets.allSatisfy { $0 >= 0 })
      let offset = offsets.first ?? 0
      #expect(notes == model.notes.mapValues { $0 < first ? $0 : $0 + offset })
      #expect(entries == model.entries.mapValues { $0 < first ? $0 : $0 + offset })
      let next = try raw.integer("SELECT next_rowid FROM __commit ORDER BY number DESC LIMIT 1")
      model = Model(notes: notes, entries: entries, next: next ?? 1)
      #expect((Array(notes.values) + Array(entries.values)).allSatisfy { $0 < model.next })
    }
    #expect(try workspace.check() == [])
    try workspace.shutdown()
  }

  private func ids(_ sql: String, _ raw: Connection) throws -> [String: Int64] {
    var ids: [String: Int64] = [:]
    for row in try raw.rows(sql) { ids[String(row[0].dropFirst().dropLast())] = Int64(row[1]) }
    return ids
  }

  @Test("A row with an id that was not given out yet is a typed error, and nothing is written")
  func damagedCounter() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { changes in
      try changes.insert(StoreNote(title: "a"))
      try changes.dictionary.set(1, for: "a")
    }
    let raw = try folder.raw()
    try raw.execute(
      "UPDATE \"Stored.StoreNote\" SET rowid = 50; UPDATE __dictionary SET rowid = 60")
    let notes = error {
      try workspace.performChanges { changes in
        for number in 0..<3 { try changes.insert(StoreNote(title: "n\(number)")) }
      }
    }
    #expect(notes?.code == .damagedStore)
    let entries = error {
      try workspace.performChanges { changes in
        for number in 0..<3 { try changes.dictionary.set(1, for: "n\(number)") }
      }
    }
    #expect(entries?.code == .damagedStore)
    #expect(try workspace.count(StoreNote.all) == 1)
    #expect(try workspace.dictionary.keys() == ["a"])
  }
}
