import Dispatch
import FlatBufferCoding
import SnapshotDiff
import TestSupport
import Testing

@testable import WorkspaceStore

/// Live results that have to be fetched again, and can't be, or are of damaged stores.
@Suite struct LiveRefetchTests {
  let store: ObservationStore
  var workspace: Workspace { store.workspace }

  init() throws {
    store = try ObservationStore()
  }

  /// A record with an index.
  struct Ranked: Record {
    struct Fields: Sendable {
      let id = QueryExpression<Ranked, Int64>(path: FieldPath([0]))
      let rank = QueryExpression<Ranked, Int64>(path: FieldPath([1]))
    }

    var id: Int64
    var rank: Int64

    static let recordType = makeRecordType(
      "Tests.Ranked",
      [
        Schema.Field(
          name: "id", type: .init(.int64), id: 0, offset: 4, attributes: [.init(name: "primary")]),
        Schema.Field(
          name: "rank", type: .init(.int64), id: 1, offset: 6, attributes: [.init(name: "indexed")]),
      ])
    static let fields = Fields()

    init(id: Int64, rank: Int64) {
      (self.id, self.rank) = (id, rank)
    }

    init(reading table: TableReader) throws(FlatBufferError) {
      id = try table.scalar(0, default: 0)
      rank = try table.scalar(1, default: 0)
    }

    func write(to builder: inout FlatBufferBuilder) -> FlatBufferOffset {
      builder.startTable(fieldCount: 2)
      builder.add(0, id, default: 0)
      builder.add(1, rank, default: 0)
      return builder.endTable()
    }
  }

  private func move(_ from: String, to new: String) throws {
    try workspace.performChanges { changes in
      try changes.core.connection.execute("ALTER TABLE \"\(from)\" RENAME TO \"\(new)\"")
    }
  }

  @Test(
    "Rows that can't be fetched again are told as they were, whole, and later as they are",
    arguments: [DeliveryPolicy.newest, .everyCommit], [false, true])
  func failingRefetch(policy: DeliveryPolicy, isBusy: Bool) throws {
    try workspace.performChanges { changes in
      for id in 0..<200 as Range<Int64> { try changes.insert(Watched(id: id, rank: Int32(id))) }
    }
    let query = Watched.order { $0.rank.ascending }.limit(20)
    let probe = QueryProbe(workspace, query, policy: policy)
    let before = probe.settled().records
    #expect(before.count == 20)
    if isBusy { probe.queue.suspend() }
    // The window and its spare rows run out, by a commit after which nothing can be read.
    try workspace.performChanges { changes in
      for id in 0..<60 as Range<Int64> { _ = try changes.delete(Watched.self, key: id) }
      try changes.core.connection.execute("ALTER TABLE \"Tests.Watched\" RENAME TO away")
    }
    workspace.observation.settleFetches()
    if isBusy { probe.queue.resume() }
    let failed = probe.settled()
    #expect(failed.updates.last?.error != nil)
    #expect(failed.records == before)
    #expect(failed.updates.last?.changes.isEmpty == true)
    // Who comes now has seen nothing yet.
    let late = QueryProbe(workspace, query, policy: policy)
    #expect(late.settled().records == [])
    #expect(late.now.updates.last?.error != nil)
    #expect(late.now.updates.last?.changes.isEmpty == true)
    try move("away", to: "Tests.Watched")
    try workspace.performChanges { try $0.insert(Watched(id: 500, rank: -1)) }
    let expected = try workspace.fetch(query)
    for probe in [probe, late] {
      #expect(probe.settled().records == expected)
      #expect(probe.now.updates.last?.error == nil)
      #expect(probe.now.initials == 1)
      #expect(probe.now.faults == [])
      probe.cancel()
    }
  }

  @Test("Counts and sums of rows that an index has lost go on after they are deleted")
  func lostEntry() throws {
    try workspace.performChanges { changes in
      try changes.insert(Ranked(id: 1, rank: 7))
      try changes.insert(Ranked(id: 2, rank: 8))
    }
    // The entry says 8, the record 7: a count of what has 7 finds nothing.
    let raw = try Connection(path: store.path, mode: .create, busyTimeout: 5000)
    try raw.execute(#"UPDATE "Tests.Ranked/#1" SET value = 8 WHERE value = 7"#)
    let (counts, sums) = (Notes<Int>(), Notes<Int64?>())
    let queue = DispatchQueue(label: "totals")
    let seven = Ranked.where { $0.rank == 7 }
    let a = workspace.subscribe(toCountOf: seven, on: queue) { counts.add($0.count) }
    let b = workspace.subscribe(to: seven.sum(\.rank), on: queue) { sums.add($0.value) }
    let rows = QueryProbe(workspace, seven, queue: queue)
    #expect(rows.settled().records == [])
    #expect(counts.all == [0])
    _ = try? workspace.performChanges { try $0.delete(Ranked.self, key: 1) }
    try workspace.performChanges { changes in
      try changes.insert(Ranked(id: 3, rank: 7))
    }
    #expect(rows.settled().records == [Ranked(id: 3, rank: 7)])
    #expect(counts.all.last == 1)
    #expect(sums.all.last == 7)
    #expect(rows.now.faults == [])
    a.cancel()
    b.cancel()
    rows.cancel()
  }

  @Test("A row that a damaged index has twice, or in a wrong place, ends no process")
  func repeatedEntry() throws {
    try workspace.performChanges { changes in
      for id in 1...9 as ClosedRange<Int64> { try changes.insert(Ranked(id: id, rank: id)) }
    }
    let raw = try Connection(path: store.path, mode: .create, busyTimeout: 5000)
    try raw.execute(
      #"INSERT INTO "Tests.Ranked/#1" VALUES (1, 2, 5), (1, 8, 5), (1, 8, 77); "#
        + #"DELETE FROM "Tests.Ranked/#1" WHERE value = 3"#)
    let queries = [
      Ranked.where { $0.rank.in([2, 5, 8]) }, Ranked.where { $0.rank > 1 },
      Ranked.order { $0.rank.ascending }.limit(4), Ranked.order { $0.rank.descending }.limit(4),
    ]
    let probes = queries.map { QueryProbe(workspace, $0) }
    for probe in probes { _ = probe.settled() }
    for step in 0..<20 as Range<Int64> {
      try? workspace.performChanges { changes in
        let id = step % 9 + 1
        if step % 4 == 0 {
          _ = try changes.delete(Ranked.self, key: id)
        } else {
          _ = try changes.upsert(Ranked(id: id, rank: (step * 7) % 10))
        }
      }
      for probe in probes { #expect(probe.settled().updates.isEmpty == false) }
    }
    for probe in probes { probe.cancel() }
  }
}
