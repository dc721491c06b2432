import TestSupport
import Testing
@testable import WorkspaceStore

@Suite struct SubscriptionFailureTests {
  let store: ObservationStore
  var workspace: Workspace { store.workspace }

  init() throws {
    store = try ObservationStore()
  }

  func put(_ records: Watched...) throws {
    try workspace.performChanges { changes in
      for record in records { _ = try changes.upsert(record) }
    }
  }

  @Test("A fetch that fails is told, and the next commit is delivered")
  func failingFetch() throws {
    try put(Watched(id: 1))
    try workspace.performChanges { changes in
      try changes.core.connection.execute("ALTER TABLE \"Tests.Watched\" RENAME TO away")
    }
    let probe = QueryProbe(workspace, Watched.all)
    #expect(probe.settled().updates.count == 1)
    #expect(probe.now.updates.last?.error != nil)
    #expect(probe.now.initials == 0)
    try workspace.performChanges { changes in
      try changes.core.connection.execute("ALTER TABLE away RENAME TO \"Tests.Watched\"")
    }
    try put(Watched(id: 2))
    #expect(probe.settled().records.map(\.id) == [1, 2])
    #expect(probe.now.initials == 1)
    #expect(probe.now.faults == [])
  }

  @Test("A damaged row is left out and told, and is back when it is mended")
  func damagedRow() throws {
    try put(Watched(id: 1), Watched(id: 2), Watched(id: 3))
    try workspace.performChanges { changes in
      try changes.core.connection.execute(
        "UPDATE \"Tests.Watched\" SET p = x'FF00' WHERE rowid = 2")
    }
    let probe = QueryProbe(workspace, Watched.where { $0.group == "a" })
    #expect(probe.settled().records.map(\.id) == [1, 3])
    #expect(probe.now.updates.last?.damaged.map(\.rowID) == [2])
    _ = try workspace.performChanges { try $0.delete(Watched.self, key: 2) }
    #expect(probe.settled().updates.last?.damaged.isEmpty == true)
    try put(Watched(id: 2))
    #expect(probe.settled().records.map(\.id) == [1, 2, 3])
    #expect(probe.now.faults == [])
  }
}
