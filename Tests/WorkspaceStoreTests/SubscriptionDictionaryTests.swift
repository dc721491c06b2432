import Dispatch
import Testing

@testable import WorkspaceStore

@Suite struct SubscriptionDictionaryTests {
  let store: ObservationStore
  let queue = DispatchQueue(label: "handlers")
  var workspace: Workspace { store.workspace }

  init() throws {
    store = try ObservationStore()
  }

  func settle() throws {
    // Sets outside transactions are told on the writer's queue.
    workspace.writer.queue.sync {}
    workspace.observation.settle(queue)
  }

  @Test("A key's values are told once each, whether set inside a transaction or outside")
  func key() throws {
    let notes = Notes<Int?>()
    let subscription = workspace.dictionary.subscribe(
      to: "n", as: Int.self, on: queue, policy: .everyCommit
    ) { notes.add($0.value) }
    try settle()
    try workspace.performChanges { try $0.dictionary.set(1, for: "n") }
    try workspace.performChanges { try $0.dictionary.set(1, for: "n") }
    try workspace.performChanges { try $0.dictionary.set(5, for: "other") }
    try settle()
    workspace.dictionary["n", Int.self] = 2
    try workspace.dictionary.synchronize()
    try settle()
    workspace.dictionary["n", Int.self] = nil
    try workspace.dictionary.synchronize()
    try settle()
    #expect(notes.all == [nil, 1, 2, nil])
    subscription.cancel()
  }

  @Test("A value of another type is told as an error, and the next one as a value")
  func mismatch() throws {
    let notes = Notes<String>()
    try workspace.performChanges { try $0.dictionary.set(1, for: "k") }
    let subscription = workspace.dictionary.subscribe(
      to: "k", as: String.self, on: queue, policy: .everyCommit
    ) { notes.add($0.error?.code.rawValue ?? $0.value ?? "nil") }
    try settle()
    try workspace.performChanges { try $0.dictionary.set("text", for: "k") }
    try settle()
    #expect(notes.all == ["typeMismatch", "text"])
    subscription.cancel()
  }

  @Test("A namespace tells its keys, then those that change, and when it is emptied")
  func namespace() throws {
    let notes = Notes<[String]>()
    try workspace.performChanges { changes in
      try changes.dictionary.set(1, for: "outside")
    }
    let dictionary = workspace.dictionary.namespace("window")
    try dictionary.set(1, for: "x")
    try dictionary.synchronize()
    let subscription = dictionary.subscribe(on: queue, policy: .everyCommit) { update in
      notes.add(update.keys + (update.isEverything ? ["everything"] : []))
    }
    try settle()
    try dictionary.set(2, for: "x")
    try dictionary.set(2, for: "y")
    try dictionary.synchronize()
    try settle()
    #expect(notes.all.first == ["x", "everything"])
    #expect(Set(notes.all.dropFirst().joined()) == ["x", "y"])
    try dictionary.removeAll()
    try dictionary.synchronize()
    try settle()
    #expect(notes.all.last == ["everything"])
    subscription.cancel()
  }
}
