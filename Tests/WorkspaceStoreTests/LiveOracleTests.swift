import Dispatch
import FlatBufferCoding
import SnapshotDiff
import TestSupport
import Testing

@testable import WorkspaceStore

/// Random edits of records of every type of field, under random live queries.
@Suite struct LiveOracleTests {
  typealias Probe = Queries.Probe

  /// A live query, whole or in sections, that is compared with a fresh fetch.
  private protocol Follower {
    func faults(_ workspace: Workspace) throws -> [String]
    func cancel()
  }

  private struct Whole: Follower {
    let probe: QueryProbe<Probe>
    let query: Query<Probe>

    func faults(_ workspace: Workspace) throws -> [String] {
      let state = probe.settled()
      let expected = try workspace.fetch(query)
      var faults = state.faults
      if state.initials != 1 { faults.append("\(state.initials) first updates") }
      if state.ids.map(\.rowID).count != expected.count
        || !zip(state.records, expected).allSatisfy({ LiveOracleTests.isSame($0, $1) })
      {
        faults.append("\(state.records.map(\.id)) instead of \(expected.map(\.id))")
      }
      return faults
    }

    func cancel() { probe.cancel() }
  }

  private final class Sectioned: Follower {
    let query: SectionedQuery<Probe, String>
    let field: ProbeField
    let queue: DispatchQueue
    private let last = Locked<SectionedUpdate<Probe, String>?>(nil)
    private let wrong = Locked<[String]>([])
    private var subscription: Subscription?

    init(
      _ workspace: Workspace, _ query: SectionedQuery<Probe, String>, _ field: ProbeField,
      _ policy: DeliveryPolicy, _ queue: DispatchQueue
    ) {
      (self.query, self.field, self.queue) = (query, field, queue)
      subscription = workspace.subscribe(to: query, on: queue, policy: policy) {
        [last, wrong] update in
        let old = last.withLock { $0 }?.snapshot ?? ListSnapshot()
        let faults = [
          SectionReplay.fault(of: update.changes, from: old, to: update.snapshot),
          update.snapshot.positionFault(after: old.itemIdentifiers),
        ]
        wrong.withLock { $0 += faults.compactMap(\.self) }
        last.withLock { $0 = update }
      }
    }

    func cancel() { subscription?.cancel() }

    func faults(_ workspace: Workspace) throws -> [String] {
      workspace.observation.settle(queue)
      var faults = wrong.withLock { $0 }
      guard let update = last.withLock({ $0 }) else { return ["nothing came"] }
      var expected: [[Probe]] = []
      var value: PlainValue?
      for record in try workspace.fetch(query.query) {
        let next = field.value(record)
        if next != value { expected.append([]) }
        value = next
        expected[expected.count - 1].append(record)
      }
      let found = (0..<update.snapshot.numberOfSections).map(update.records(inSectionAt:))
      if found.map({ $0.map(\.id) }) != expected.map({ $0.map(\.id) }) {
        faults.append("\(found.map { $0.map(\.id) }) instead of \(expected.map { $0.map(\.id) })")
      }
      return faults
    }
  }

  /// Whether two records have the same bytes, which NaN and texts that only look alike tell from `==`.
  private static func isSame(_ a: Probe, _ b: Probe) -> Bool {
    func bytes(_ record: Probe) -> [UInt8] {
      var builder = FlatBufferBuilder()
      builder.finish(record.write(to: &builder))
      return builder.bytes
    }
    return a.id == b.id && bytes(a) == bytes(b)
  }

  @Test(
    "Random edits under random live queries, windows, policies and sections equal a fresh fetch",
    arguments: seeds(200))
  func equalsFetch(seed: UInt64) throws {
    var oracle = QueryOracle(seed: seed)
    let workspace = try Workspace(inMemory: Configuration())
    var records: [UInt64: Probe] = [:]
    try edit(&records, &oracle, workspace, count: 25)
    let queue = DispatchQueue(label: "followers")
    var followers: [any Follower] = []
    for number in 0..<5 {
      var query = Query<Probe>(oracle.query(Array(records.values)).query)
      let policy = oracle.pick([DeliveryPolicy.newest, .everyCommit])
      if number < 3 {
        let probe = QueryProbe(workspace, query, policy: policy, queue: queue)
        followers.append(Whole(probe: probe, query: query))
      } else {
        let field = oracle.pick(ProbeField.all)
        let term = RecordQuery.Term(.field(field.path), isAscending: oracle.pick([true, false]))
        query.untyped.order.insert(term, at: 0)
        let sectioned = SectionedQuery<Probe, String>(query: query, node: .field(field.path))
        followers.append(Sectioned(workspace, sectioned, field, policy, queue))
      }
    }
    for step in 0..<6 {
      try edit(&records, &oracle, workspace, count: step == 3 ? 90 : oracle.pick([1, 1, 2, 5]))
      for (number, follower) in followers.enumerated() {
        let faults = try follower.faults(workspace)
        #expect(faults == [], "seed \(seed), step \(step), query \(number)")
        if !faults.isEmpty { return }
      }
    }
    for follower in followers { follower.cancel() }
  }

  /// Inserts, updates and deletes at random, in one commit.
  private func edit(
    _ records: inout [UInt64: Probe], _ oracle: inout QueryOracle, _ workspace: Workspace,
    count: Int
  ) throws {
    var changed = records
    try workspace.performChanges { changes in
      for _ in 0..<count {
        let id = UInt64.random(in: 0..<60, using: &oracle.random)
        if changed[id] != nil, Int.random(in: 0..<3, using: &oracle.random) == 0 {
          changed[id] = nil
          _ = try changes.delete(Probe.self, key: id)
        } else {
          let record = oracle.record(id: id, serial: Int64(id))
          changed[id] = record
          _ = try changes.upsert(record)
        }
      }
    }
    records = changed
  }
}
