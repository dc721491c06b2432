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

  @Test("A key that is removed while all keys wait to be told is not among them")
  func removedMeanwhile() throws {
    try workspace.performChanges { changes in
      for key in ["a", "b"] { try changes.dictionary.set(1, for: key) }
    }
    let notes = Notes<[String]>()
    queue.suspend()
    let subscription = workspace.dictionary.subscribe(on: queue, policy: .newest) {
      notes.add($0.keys)
    }
    workspace.observation.settleFetches()
    try workspace.performChanges { changes in
      try changes.dictionary.remove("a")
      try changes.dictionary.set(1, for: "c")
    }
    queue.resume()
    try settle()
    #expect(notes.all == [["b", "c"]])
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

  @Test("The empty key is a key like any other, apart from a namespace that is emptied")
  func emptyKey() throws {
    let dictionary = workspace.dictionary.namespace("n")
    let (values, others, names) = (Notes<Int?>(), Notes<Int?>(), Notes<String>())
    let a = dictionary.subscribe(to: "", as: Int.self, on: queue, policy: .everyCommit) {
      values.add($0.value)
    }
    let b = dictionary.subscribe(to: "other", as: Int.self, on: queue, policy: .everyCommit) {
      others.add($0.value)
    }
    let c = dictionary.subscribe(on: queue, policy: .everyCommit) {
      names.add("\($0.keys)\($0.isEverything ? " everything" : "")")
    }
    try settle()
    let fetches = workspace.observation.fetchCount
    dictionary["", Int.self] = 1
    try dictionary.synchronize()
    try workspace.performChanges { try $0.dictionary.namespace("n").set(2, for: "") }
    dictionary["other", Int.self] = 3
    try dictionary.synchronize()
    try settle()
    dictionary["", Int.self] = nil
    try dictionary.synchronize()
    try settle()
    #expect(values.all == [nil, 1, 2, nil])
    #expect(others.all == [nil, 3])
    // Told by their names, without reading the namespace again.
    #expect(names.all == ["[] everything", "[\"\"]", "[\"\"]", "[\"other\"]", "[\"\"]"])
    #expect(workspace.observation.fetchCount == fetches)
    try dictionary.removeAll()
    try dictionary.synchronize()
    try settle()
    #expect(others.all == [nil, 3, nil])
    #expect(names.all.last == "[] everything")
    withExtendedLifetime((a, b, c)) {}
  }

  @Test("Namespaces and keys of other bytes are others, however they look")
  func bytes() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let keys = Notes<[[UInt8]]>()
    let a = workspace.dictionary.namespace(composed).subscribe(on: queue, policy: .everyCommit) {
      keys.add($0.keys.map { Array($0.utf8) })
    }
    try settle()
    try workspace.performChanges { changes in
      try changes.dictionary.namespace(decomposed).set(1, for: "x")
      try changes.dictionary.namespace(composed).set(1, for: composed)
      try changes.dictionary.namespace(composed).set(1, for: decomposed)
    }
    try settle()
    #expect(keys.all == [[], [Array(decomposed.utf8), Array(composed.utf8)]])
    withExtendedLifetime(a) {}
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
