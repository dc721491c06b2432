import Dispatch
import SnapshotDiff
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct LiveSectionTests {
  /// What a subscriber to sections has been given.
  private final class Probe<Scalar: QueryValue>: Sendable {
    struct State: Sendable {
      var last: SectionedUpdate<Watched, Scalar>?
      var faults: [String] = []
      var updates = 0
    }

    let queue = DispatchQueue(label: "sections")
    private let state = Locked(State())
    private let subscription: Locked<Subscription?>

    init(_ workspace: Workspace, _ query: SectionedQuery<Watched, Scalar>, _ policy: DeliveryPolicy)
    {
      let state = state
      subscription = Locked(nil)
      let made = workspace.subscribe(to: query, on: queue, policy: policy) { update in
        state.withLock { state in
          let old = state.last?.snapshot ?? ListSnapshot()
          if let fault = Self.fault(of: update.changes, from: old, to: update, state.last) {
            state.faults.append(fault)
          }
          state.last = update
          state.updates += 1
        }
      }
      subscription.withLock { $0 = made }
    }

    var now: State { state.withLock { $0 } }

    func cancel() { subscription.withLock { $0 }?.cancel() }

    /// Applies the batches that a view would take; says what is wrong, if anything.
    private static func fault(
      of changes: ListChanges, from old: ListSnapshot<QuerySection, RecordID<Watched>>,
      to update: SectionedUpdate<Watched, Scalar>, _ last: SectionedUpdate<Watched, Scalar>?
    ) -> String? {
      let new = update.snapshot
      if let fault = SectionReplay.fault(of: changes, from: old, to: new) { return fault }
      if let fault = new.positionFault(after: old.itemIdentifiers) { return fault }
      for (section, id) in new.sectionIdentifiers.enumerated() {
        let records = update.records(inSectionAt: section)
        if records.isEmpty { return "section \(id) is empty" }
        if records.count != new.numberOfItems(inSectionAt: section) { return "records of \(id)" }
      }
      // Kept rows that are not among the updates have the bytes that they had.
      let updated = Set(changes.itemUpdates.map(\.new))
      for id in new.itemIdentifiers {
        guard let before = last?[id] else { continue }
        guard let position = new.position(of: id) else { return "no position of \(id)" }
        if (update[position] != before) != updated.contains(position) { return "update of \(id)" }
      }
      return nil
    }
  }

  private static let windows: [(limit: Int?, offset: Int)] = [(nil, 0), (9, 0), (12, 5), (nil, 6)]

  @Test(
    "Sections equal a fresh fetch that is grouped, after every commit, whatever the window",
    arguments: seeds(15))
  func equalsGroupedFetch(seed: UInt64) throws {
    let store = try ObservationStore()
    let workspace = store.workspace
    var random = SeededGenerator(seed: seed)
    var model: [Int64: Watched] = [:]
    try LiveQueryTests.edit(&model, &random, workspace, count: 50)
    let other = try Workspace(path: store.path)
    let policy: DeliveryPolicy = seed.isMultiple(of: 2) ? .newest : .everyCommit
    var checks: [() throws -> [String]] = []
    var cancels: [() -> Void] = []
    func follow<Scalar>(
      _ query: SectionedQuery<Watched, Scalar>, _ value: @escaping (Watched) -> Scalar?
    ) {
      let probe = Probe(workspace, query, policy)
      cancels.append { probe.cancel() }
      checks.append {
        workspace.observation.settle(probe.queue)
        let state = probe.now
        var expected: [(section: QuerySection, records: [Watched])] = []
        for record in try workspace.fetch(query.query) {
          let section = QuerySection(value: value(record))
          if expected.last?.section != section { expected.append((section, [])) }
          expected[expected.count - 1].records.append(record)
        }
        guard let last = state.last else { return ["nothing came"] }
        if last.sections != expected.map(\.section) {
          return state.faults + ["\(last.sections) for \(expected.map(\.section))"]
        }
        for (index, part) in expected.enumerated()
        where last.records(inSectionAt: index) != part.records {
          return state.faults + ["section \(part.section)"]
        }
        return state.faults
      }
    }
    for window in Self.windows {
      var query = Watched.order { $0.score.descending }.offset(window.offset)
      if let limit = window.limit { query = query.limit(limit) }
      follow(query.sectioned(by: \.group)) { $0.group }
      follow(query.sectioned(by: \.rank, ascending: false)) { $0.rank }
      follow(query.where { $0.rank > 2 }.sectioned(by: \.text)) { $0.text }
      follow(query.sectioned(by: \.score)) { $0.score }
    }
    for step in 0..<25 {
      let count = step.isMultiple(of: 9) ? 90 : Int.random(in: 1...4, using: &random)
      let writer = Int.random(in: 0..<5, using: &random) == 0 ? other : workspace
      try LiveQueryTests.edit(&model, &random, writer, count: count)
      try workspace.performChanges { _ in }
      for (number, check) in checks.enumerated() {
        let faults = try check()
        #expect(faults == [], "step \(step), query \(number)")
        if !faults.isEmpty { return }
      }
    }
    for cancel in cancels { cancel() }
    try other.shutdown()
  }

  @Test("Texts of other bytes are sections of their own, zeros of both signs one, NaN is with null")
  func unequalTexts() throws {
    let store = try ObservationStore()
    let workspace = store.workspace
    try workspace.performChanges { changes in
      for (id, text) in ["\u{E9}", "e\u{301}", "e\u{301}", nil, "", "a\0"].enumerated() {
        try changes.insert(Watched(id: Int64(id), score: [0, -0.0, .nan][id % 3], text: text))
      }
    }
    let texts = Probe(workspace, Watched.all.sectioned(by: \.text), .newest)
    let scores = Probe(workspace, Watched.all.sectioned(by: \.score), .newest)
    workspace.observation.settle(texts.queue)
    workspace.observation.settle(scores.queue)
    #expect(
      texts.now.last?.sections.map { $0.value(as: String.self).map { Array($0.utf8) } }
        == [nil, [], [97, 0], Array("e\u{301}".utf8), Array("\u{E9}".utf8)])
    #expect(scores.now.last?.sections.map { $0.value(as: Double.self) } == [nil, 0])
    #expect(texts.now.faults == [])
  }
}
