import Dispatch
import TestSupport
import Testing

@testable import WorkspaceStore

/// Calls from inside a transaction, whose end would be waited for.
@Suite struct NestedCallTests {
  @Test("performChanges inside performChanges is a typed error, not a deadlock (CASES 27)")
  func nested() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { changes in
      #expect(error { try workspace.performChanges { _ in } }?.code == .nestedTransaction)
      #expect(error { try workspace.shutdown() }?.code == .nestedTransaction)
      #expect(error { try workspace.dictionary.synchronize() }?.code == .nestedTransaction)
      try changes.insert(StoreItem(id: 1))
      #expect(try workspace.object(StoreItem.self, key: 1) == nil)
    }
    #expect(try workspace.object(StoreItem.self, key: 1) != nil)
  }

  @Test("The same through another queue, in a transaction and in a read of a store in memory")
  func nestedElsewhere() throws {
    let folder = try TemporaryFolder()
    let other = DispatchQueue(label: "other")
    let workspace = try Workspace(path: folder.file())
    let inMemory = try Workspace(inMemory: Configuration())
    func attempt(_ workspace: Workspace) {
      other.sync {
        #expect(error { try workspace.performChanges { _ in } }?.code == .nestedTransaction)
        #expect(error { try workspace.shutdown() }?.code == .nestedTransaction)
        #expect(error { try workspace.suspend() }?.code == .nestedTransaction)
        #expect(error { try workspace.resume() }?.code == .nestedTransaction)
        #expect(error { try workspace.compact() }?.code == .nestedTransaction)
        #expect(error { try workspace.dictionary.synchronize() }?.code == .nestedTransaction)
        #expect(error { _ = try workspace.fetch(StoreItem.all) } == nil)
      }
    }
    for workspace in [workspace, inMemory] {
      try workspace.performChanges { changes in
        try changes.insert(StoreItem(id: 1))
        attempt(workspace)
      }
      #expect(try workspace.count(StoreItem.all) == 1)
    }
    try inMemory.withCursor(over: StoreItem.all) { _ in attempt(inMemory) }
    try inMemory.performChanges { try $0.insert(StoreItem(id: 2)) }
  }

  @Test("A read through a workspace in memory sees what the transaction around it has done")
  func inMemory() throws {
    let workspace = try Workspace(inMemory: Configuration())
    try workspace.performChanges { changes in
      try changes.insert(StoreItem(id: 1, rank: 5))
      #expect(try workspace.fetch(StoreItem.where { $0.rank == 5 }).map(\.id) == [1])
      try changes.insert(StoreItem(id: 2, rank: 5))
      #expect(try workspace.count(StoreItem.where { $0.rank == 5 }) == 2)
    }
    #expect(try workspace.check() == [])
  }

  @Test("So does one of its dictionary, cached or not; what is rolled back is not kept")
  func inMemoryDictionary() throws {
    struct Undo: Error {}
    let workspace = try Workspace(inMemory: Configuration())
    let dictionary = workspace.dictionary
    try workspace.performChanges { changes in
      try changes.dictionary.set(1, for: "cold")
      try changes.dictionary.set(1, for: "hot")
    }
    #expect(dictionary["hot", Int.self] == 1)
    dictionary["flushed", Int.self] = 1
    #expect(throws: Undo.self) {
      try workspace.performChanges { changes in
        for key in ["cold", "hot", "flushed", "new"] {
          try changes.dictionary.set(2, for: key)
          #expect(dictionary[key, Int.self] == 2, "\(key)")
        }
        #expect(try dictionary.keys() == ["cold", "flushed", "hot", "new"])
        for key in ["hot", "flushed"] {
          try changes.dictionary.remove(key)
          #expect(dictionary[key, Int.self] == nil)
        }
        #expect(try dictionary.keys() == ["cold", "new"])
        dictionary["pending", Int.self] = 3
        #expect(dictionary["pending", Int.self] == 3)
        #expect(try dictionary.keys() == ["cold", "new", "pending"])
        dictionary["cold", Int.self] = nil
        #expect(try dictionary.keys() == ["new", "pending"])
        try dictionary.set(1, for: "cold")
        throw Undo()
      }
    }
    for key in ["cold", "hot", "flushed"] { #expect(dictionary[key, Int.self] == 1, "\(key)") }
    #expect(dictionary["new", Int.self] == nil)
    try dictionary.synchronize()
    #expect(dictionary["pending", Int.self] == 3)
    try workspace.shutdown()
  }
}
