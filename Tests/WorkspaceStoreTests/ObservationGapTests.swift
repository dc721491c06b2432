import Dispatch
import TestSupport
import Testing

@testable import WorkspaceStore

/// Stores that were put back to an older state, and connections that were opened anew.
@Suite struct ObservationGapTests {
  let store: ObservationStore
  let queue = DispatchQueue(label: "handlers")
  var workspace: Workspace { store.workspace }

  init() throws {
    store = try ObservationStore()
  }

  @Test("A store that was put back to an older state is told to all, and so is what comes after it")
  func putBack() throws {
    try workspace.performChanges { try $0.insert(Watched(id: 0)) }
    let probe = QueryProbe(workspace, Watched.all, queue: queue)
    let (counts, keys, types) = (Notes<Int>(), Notes<String?>(), Notes<String>())
    let names = Notes<[String]>()
    let subscriptions = [
      workspace.subscribe(toCountOf: Watched.all, on: queue) { counts.add($0.count) },
      workspace.dictionary.subscribe(to: "k", as: String.self, on: queue) { keys.add($0.value) },
      workspace.dictionary.subscribe(on: queue) { names.add($0.keys) },
      workspace.subscribe(toChangesOf: Watched.self, on: queue, policy: .everyCommit) { update in
        types.add(
          update.isInitial
            ? "initial"
            : update.isEverything ? "everything" : "\(update.changes.map(\.id.rowID))")
      },
    ]
    workspace.observation.settle(queue)
    for id in 1...9 as ClosedRange<Int64> {
      try workspace.performChanges { changes in
        try changes.insert(Watched(id: id))
        try changes.dictionary.set("v\(id)", for: "k")
      }
      workspace.observation.settle(queue)
    }
    #expect(keys.all.last == "v9")
    let raw = try Connection(path: store.path, mode: .create, busyTimeout: 5000)
    try raw.execute(
      """
      BEGIN IMMEDIATE;
      DELETE FROM "Tests.Watched" WHERE rowid > 3;
      UPDATE __dictionary SET value = 'v3' WHERE key = 'k';
      DELETE FROM __commit WHERE number > (SELECT max(number) FROM __commit) - 6;
      COMMIT
      """)
    try workspace.performChanges { _ in }
    #expect(probe.settled().records.map(\.id) == [0, 1, 2, 3])
    #expect(counts.all.last == 4)
    #expect(keys.all.last == "v3")
    #expect(names.all.last == ["k"])
    #expect(types.all.last == "everything")
    // Numbers that come again are commits like all others.
    for id in 20...22 as ClosedRange<Int64> {
      try workspace.performChanges { changes in
        try changes.insert(Watched(id: id))
        try changes.dictionary.set("w\(id)", for: "k")
      }
      #expect(probe.settled().records.map(\.id) == [0, 1, 2, 3] + Array(20...id))
      #expect(counts.all.last == probe.now.records.count)
      #expect(keys.all.last == "w\(id)")
      #expect(types.all.last == "[\(id)]")
      #expect(workspace.dictionary["k", String.self] == "w\(id)")
    }
    #expect(types.all.filter { $0 == "initial" }.count == 1)
    for subscription in subscriptions { subscription.cancel() }
    probe.cancel()
  }

  @Test("What others commit while a connection is opened anew is seen by the next look")
  func reopened() throws {
    let other = try Workspace(path: store.path)
    try other.performChanges { try $0.insert(Watched(id: 0)) }
    let seen = Locked<SeenVersion?>(nil)
    let writer = workspace.writer
    func look() {
      writer.lookForForeignCommits(seen)
      writer.queue.sync {}
    }
    for id in 1...12 as ClosedRange<Int64> {
      look()
      #expect(writer.queue.sync { writer.lastSeen } == id)
      if id.isMultiple(of: 3) {
        writer.queue.sync { writer.close() }
        look()
      }
      writer.queue.sync { writer.close() }
      try other.performChanges { try $0.insert(Watched(id: id)) }
      try writer.queue.sync { try writer.open() }
    }
    try other.shutdown()
  }
}
