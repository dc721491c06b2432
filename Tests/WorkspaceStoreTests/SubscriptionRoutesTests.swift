import Dispatch
import FlatBufferCoding
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct SubscriptionRoutesTests {
  /// A live result that does nothing.
  private final class Target: AnyLiveResult {
    let name: String
    init(_ name: String) { self.name = name }
    func prepare(_ changes: LiveChanges, commit: Int64) -> PreparedAdvance? { nil }
    func apply(
      _ changes: LiveChanges, commit: Int64?, prepared: PreparedAdvance?,
      in batch: inout DeliveryBatch
    ) {}
    func finish(in batch: inout DeliveryBatch) {}
    func restart() {}
    var isFetching: Bool { false }
  }

  private func term(of query: Query<Watched>) -> RouteTerm? {
    RouteTerm(query.untyped.condition, in: Watched.recordType.schema)
  }

  private func bytes(_ record: Watched?) -> [UInt8]? {
    guard let record else { return nil }
    var builder = FlatBufferBuilder()
    builder.finish(record.write(to: &builder))
    return builder.bytes
  }

  @Test("A changed row reaches the results of the values that it had and has, and no others")
  func values() throws {
    var routes = TypeRoutes(Watched.recordType)
    var queries: [String: Query<Watched>] = [
      "all": Watched.all, "rank": Watched.where { $0.rank > 3 },
      "null": Watched.where { $0.rank == nil && $0.score > 1 },
      "row 7": Watched.where { $0.id == 7 },
    ]
    for group in 0..<50 { queries["group \(group)"] = Watched.where { $0.group == "\(group)" } }
    for (number, query) in queries.enumerated() {
      routes.add(
        Target(query.key), number: number, term: term(of: query.value))
    }
    func reached(_ before: Watched?, _ after: Watched?) throws -> [String] {
      let change = RowChange(rowID: 1, before: bytes(before), after: bytes(after))
      return try routes.results(for: [change]).map { live, _ in
        try #require(live as? Target).name
      }.sorted()
    }
    #expect(
      try reached(Watched(id: 1, group: "3", rank: 1), Watched(id: 1, group: "4", rank: 1))
        == ["all", "group 3", "group 4"])
    #expect(try reached(nil, Watched(id: 7, group: "x", rank: 4)) == ["all", "rank", "row 7"])
    #expect(try reached(nil, Watched(id: 8, group: "x")) == ["all", "null"])
    #expect(try reached(nil, Watched(id: 8, group: "x", rank: 1)) == ["all"])
    for (number, query) in queries.enumerated() {
      routes.remove(number: number, term: term(of: query.value))
    }
    #expect(routes.isEmpty)
  }

  @Test("Each result gets its own rows of a commit")
  func ownRows() throws {
    var routes = TypeRoutes(Watched.recordType)
    for group in 0..<3 {
      let query = Watched.where { $0.group == "\(group)" }
      routes.add(Target("\(group)"), number: group, term: term(of: query))
    }
    let rows = (0..<9 as Range<Int64>).map { id in
      RowChange(rowID: id, before: nil, after: bytes(Watched(id: id, group: "\(id % 4)")))
    }
    var found: [String: [Int64]] = [:]
    for (live, changes) in routes.results(for: rows) {
      guard case .rows(let rows) = changes else { continue }
      found[try #require(live as? Target).name] = rows.map(\.rowID)
    }
    #expect(found == ["0": [0, 4, 8], "1": [1, 5], "2": [2, 6]])
  }

  @Test("Of 10,000 intervals a changed row looks at those around its value and a few on the way")
  func intervals() throws {
    var routes = TypeRoutes(Watched.recordType)
    let queries = (0..<10_000).map { number in
      Watched.where { $0.score >= Double(number) && $0.score < Double(number + 2) }
    }
    for (number, query) in queries.enumerated() {
      routes.add(Target("\(number)"), number: number, term: term(of: query))
    }
    for score in [0.0, 0.5, 4_321, 9_999.5, 10_001, -1] {
      let change = RowChange(
        rowID: 1, before: nil, after: bytes(Watched(id: 1, score: score)))
      let (found, looks) = routes.countedResults(for: [change])
      let names = try Set(found.map { try #require($0.0 as? Target).name })
      let number = Int(score.rounded(.down))
      #expect(
        names == Set((number - 1...number).filter { (0..<10_000).contains($0) }.map(String.init)))
      #expect(looks <= 100, "score \(score)")
    }
  }

  @Test("A query of a type known by its schema alone gives rows and changes")
  func untyped() throws {
    let store = try ObservationStore()
    let queue = DispatchQueue(label: "rows")
    let notes = Notes<String>()
    let type = try RecordType(schema: Watched.recordType.schema)
    let query = Watched.where { $0.group == "a" }.untyped
    let subscription = store.workspace.subscribe(toRows: query, of: type, on: queue) { update in
      notes.add("\(update.rows.count) \(update.changes)")
    }
    store.workspace.observation.settle(queue)
    try store.workspace.performChanges { try $0.insert(Watched(id: 1)) }
    store.workspace.observation.settle(queue)
    #expect(notes.all == ["0 no changes", "1 +0.0"])
    subscription.cancel()
  }
}
