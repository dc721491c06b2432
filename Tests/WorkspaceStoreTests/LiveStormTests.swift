import Dispatch
import FlatBufferCoding
import SnapshotDiff
import TestSupport
import Testing

@testable import WorkspaceStore

/// A record with a unique field, an indexed one, and values of each that are null or NaN.
private struct Rider: Record {
  struct Fields: Sendable {
    let id = QueryExpression<Rider, Int64>(path: FieldPath([0]))
    let seat = QueryExpression<Rider, Int32?>(path: FieldPath([1]))
    let weight = QueryExpression<Rider, Double>(path: FieldPath([2]))
    let team = QueryExpression<Rider, String?>(path: FieldPath([3]))
    let text = QueryExpression<Rider, String?>(path: FieldPath([4]))
  }

  var id: Int64
  var seat: Int32?
  var weight: Double = 0
  var team: String?
  var text: String?

  static let recordType = makeRecordType(
    "Tests.Rider",
    [
      Schema.Field(
        name: "id", type: .init(.int64), id: 0, offset: 4, attributes: [.init(name: "primary")]),
      Schema.Field(
        name: "seat", type: .init(.int32), id: 1, offset: 6, isOptional: true,
        attributes: [.init(name: "unique")]),
      Schema.Field(
        name: "weight", type: .init(.float64), id: 2, offset: 8,
        attributes: [.init(name: "indexed")]),
      Schema.Field(name: "team", type: .init(.string), id: 3, offset: 10),
      Schema.Field(name: "text", type: .init(.string), id: 4, offset: 12),
    ])
  static let fields = Fields()

  init(id: Int64) { self.id = id }

  init(reading table: TableReader) throws(FlatBufferError) {
    id = try table.scalar(0, default: 0)
    seat = try table.optionalScalar(1)
    weight = try table.scalar(2, default: 0)
    team = try table.string(3)
    text = try table.string(4)
  }

  func write(to builder: inout FlatBufferBuilder) -> FlatBufferOffset {
    let team = team.map { builder.string($0) }
    let text = text.map { builder.string($0) }
    builder.startTable(fieldCount: 5)
    builder.add(0, id, default: 0)
    builder.add(2, weight, default: 0)
    builder.add(4, text)
    builder.add(3, team)
    builder.add(1, seat)
    return builder.endTable()
  }

  /// The bytes, which tell NaN apart as `==` does not.
  var bytes: [UInt8] {
    var builder = FlatBufferBuilder()
    builder.finish(write(to: &builder))
    return builder.bytes
  }
}

/// Everything that a transaction can do, at random, by two workspaces, under handlers that do what they like.
@Suite struct LiveStormTests {
  private struct Stop: Error {}

  private static let queries: [Query<Rider>] = [
    Rider.all,
    Rider.order {
      $0.weight.descending
      $0.seat.ascending
    },
    Rider.order { $0.seat.descending }.limit(7).offset(2),
    Rider.where { $0.team == "a" || $0.team == nil }.order { $0.weight.ascending }.limit(4),
    Rider.where { $0.weight > 1 && $0.seat != nil }.order {
      $0.team.descending
      $0.weight.ascending
    },
    Rider.where { !($0.weight > 1) }.order { $0.id.descending }.offset(5),
    Rider.where { $0.seat.in([1, 2, 3, nil]) }.limit(3),
  ]

  private static func record(_ id: Int64, _ random: inout SeededGenerator) -> Rider {
    var rider = Rider(id: id)
    rider.seat = Bool.random(using: &random) ? Int32.random(in: 0..<30, using: &random) : nil
    let weights = [0, -0.0, 1, 1.5, 2, .nan, .infinity, -.infinity]
    rider.weight = weights.randomElement(using: &random) ?? 0
    rider.team = [nil, "", "a", "b", "e\u{301}", "\u{E9}"].randomElement(using: &random) ?? nil
    rider.text = "\(UInt8.random(in: 0...99, using: &random))"
    return rider
  }

  /// One random thing in a transaction; what is refused has changed nothing.
  private static func step(
    _ core: WriteTransaction, _ random: inout SeededGenerator, _ depth: Int = 0
  ) throws {
    let changes = Transaction(core)
    let id = Int64.random(in: -20..<60, using: &random)
    let other = Int64.random(in: -20..<60, using: &random)
    do {
      switch Int.random(in: 0..<16, using: &random) {
      case 0..<5: try changes.upsert(record(id, &random))
      case 5: try changes.insert(record(id, &random))
      case 6: try changes.delete(Rider.self, key: id)
      case 7, 8:
        // Another key: that may be taken, and so may the seat.
        if let old = try changes.object(Rider.self, key: id) {
          try changes.update(old, to: record(other, &random))
        }
      case 9:
        // Unique values change places.
        let seats = try changes.fetch(Rider.where { $0.seat < 6 }).compactMap(\.seat)
        guard let most = seats.max() else { return }
        _ = try changes.update(Rider.where { $0.seat < 6 }) { $0.seat = $0.seat.map { most - $0 } }
      case 10: _ = try changes.delete(Rider.where { $0.weight == 1.5 || $0.weight == nil })
      case 11:
        _ = try changes.update(Rider.where { $0.team == "b" }.limit(3)) { $0.text = "updated" }
      case 12:
        try changes.dictionary.set(Int.random(in: 0..<5, using: &random), for: "k\(id % 3)")
      case 13 where Int.random(in: 0..<4, using: &random) == 0:
        _ = try changes.deleteAll(Rider.self)
      default:
        guard depth < 3 else { return }
        try changes.savepoint {
          for _ in 0..<3 { try step(core, &random, depth + 1) }
          if Bool.random(using: &random) { throw Stop() }
        }
      }
    } catch let error as WorkspaceError {
      guard [.keyExists, .notUnique, .notFound].contains(error.code) else { throw error }
    } catch is Stop {}
  }

  private static func commit(_ workspace: Workspace, _ random: inout SeededGenerator) throws {
    let kind = Int.random(in: 0..<40, using: &random)
    do {
      try workspace.performChanges { changes in
        if kind == 0 {
          // More than a change set keeps.
          for id in 0..<2 as Range<Int64> {
            var rider = Rider(id: 1_000 + id)
            rider.text = String(repeating: "x", count: 9 << 20)
            try changes.upsert(rider)
          }
        }
        for _ in 0..<(kind == 1 ? 90 : Int.random(in: 1...4, using: &random)) {
          try step(changes.core, &random)
        }
        if kind == 2 { throw Stop() }
      }
    } catch is Stop {}
    if kind == 0 { try workspace.performChanges { _ = try $0.delete(Rider.where { $0.id > 999 }) } }
  }

  /// Subscribes, cancels and writes as updates come, with one subscription of a subscription's handler held at most.
  private final class Mischief: Sendable {
    private struct State {
      var calls = 0
      var written: Int64 = 0
      var held: [Subscription] = []
    }

    private let state = Locked(State())
    private let workspace: Workspace
    private let queue: DispatchQueue

    init(_ workspace: Workspace, _ queue: DispatchQueue) {
      (self.workspace, self.queue) = (workspace, queue)
    }

    var written: Int64 { state.withLock { $0.written } }

    func start() {
      let subscription = workspace.subscribe(to: Rider.all.limit(3), on: queue) { [weak self] _ in
        self?.handle()
      }
      state.withLock { $0.held.append(subscription) }
    }

    private func handle() {
      let calls = state.withLock { state in
        state.calls += 1
        return state.calls
      }
      let query = LiveStormTests.queries[calls % LiveStormTests.queries.count]
      if calls.isMultiple(of: 3) {
        let id = Int64(calls)
        guard (try? workspace.performChanges { try $0.insert(Watched(id: id)) }) != nil else {
          return
        }
        state.withLock { $0.written += 1 }
      }
      let policy = calls.isMultiple(of: 2) ? DeliveryPolicy.newest : .everyCommit
      // One that is released at once, one that is kept in place of another, which goes.
      _ = workspace.subscribe(to: query, on: queue) { _ in }
      let kept = workspace.subscribe(to: query, on: queue, policy: policy) { [weak self] update in
        if update.isInitial, calls.isMultiple(of: 5) { self?.drop() }
      }
      let released = state.withLock { state in
        state.held.append(kept)
        return state.held.count > 3 ? state.held.remove(at: 1 + calls % 2) : nil
      }
      if calls.isMultiple(of: 2) { released?.cancel() }
    }

    private func drop() {
      let dropped = state.withLock { state in
        state.held.count > 1 ? state.held.removeLast() : nil
      }
      dropped?.cancel()
    }

    func stop() {
      let held = state.withLock { state in
        defer { state.held = [] }
        return state.held
      }
      for subscription in held { subscription.cancel() }
    }
  }

  private static func faults(
    _ probe: QueryProbe<Rider>, _ query: Query<Rider>, _ workspace: Workspace
  ) throws -> [String] {
    let state = probe.settled()
    let expected = try workspace.fetch(query)
    guard state.records.map(\.bytes) != expected.map(\.bytes) else { return state.faults }
    return state.faults + ["\(state.records.map(\.id)) instead of \(expected.map(\.id))"]
  }

  @Test(
    "Whatever transactions and handlers do, live results equal a fresh fetch, and changes lead there",
    arguments: seeds(12))
  func storm(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let store = try ObservationStore()
    let workspaces = [store.workspace, try Workspace(path: store.path)]
    let queues = (0..<2).map { DispatchQueue(label: "queue \($0)") }
    let busy = DispatchQueue(label: "busy")
    for _ in 0..<20 { try Self.commit(store.workspace, &random) }
    var probes: [(QueryProbe<Rider>, Query<Rider>, Workspace)] = []
    for query in Self.queries {
      let workspace = workspaces.randomElement(using: &random) ?? store.workspace
      let queue = (queues + [busy]).randomElement(using: &random) ?? busy
      let policy = Bool.random(using: &random) ? DeliveryPolicy.newest : .everyCommit
      let probe = QueryProbe(workspace, query, policy: policy, queue: queue)
      probes.append((probe, query, workspace))
    }
    let mischief = Mischief(store.workspace, queues[0])
    mischief.start()
    let keys = Notes<[String: Int]>()
    let last = Locked<[String: Int]>([:])
    let values = (0..<3).map { number in
      store.workspace.dictionary.subscribe(to: "k\(number)", as: Int.self, on: queues[1]) {
        update in
        keys.add(
          last.withLock { last in
            last["k\(number)"] = update.value
            return last
          })
      }
    }
    for round in 0..<8 {
      if round.isMultiple(of: 2) { busy.suspend() }
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        try Self.commit(workspaces.randomElement(using: &random) ?? store.workspace, &random)
      }
      if round.isMultiple(of: 2) { busy.resume() }
      // A transaction takes in what others have committed; so none is left that a handler may yet write.
      for workspace in workspaces { try workspace.performChanges { _ in } }
      store.workspace.observation.settle(queues[0])
      for workspace in workspaces { try workspace.performChanges { _ in } }
      for (number, (probe, query, workspace)) in probes.enumerated() {
        let faults = try Self.faults(probe, query, workspace)
        #expect(faults == [], "seed \(seed), round \(round), query \(number)")
        if !faults.isEmpty { return }
      }
      store.workspace.observation.settle(queues[1])
      for number in 0..<3 {
        #expect(keys.all.last?["k\(number)"] == store.workspace.dictionary["k\(number)", Int.self])
      }
    }
    mischief.stop()
    #expect(try store.workspace.count(Watched.all) == Int(mischief.written))
    for (probe, _, _) in probes { probe.cancel() }
    for value in values { value.cancel() }
    #expect(try store.workspace.check() == [])
    try workspaces[1].shutdown()
  }
}
