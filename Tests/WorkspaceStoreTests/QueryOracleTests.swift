import FlatBufferCoding
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct QueryOracleTests {
  private func store(_ oracle: inout QueryOracle) throws -> (Workspace, [Queries.Probe]) {
    let workspace = try Workspace(inMemory: Configuration())
    let ids =
      QueryOracle.unsigned
      + (0..<120).map { _ in UInt64.random(in: 8...10_000, using: &oracle.random) }
    var records: [Queries.Probe] = []
    for (serial, id) in Set(ids).sorted().enumerated() {
      records.append(oracle.record(id: id, serial: Int64(serial)))
    }
    let shuffled = records.shuffled(using: &oracle.random)
    try workspace.performChanges { changes in
      for record in shuffled { try changes.insert(record) }
    }
    return (workspace, records)
  }

  @Test(
    "Random queries give what a plain filter and sort of decoded records give", arguments: seeds(12)
  )
  func fetchEqualsFilter(seed: UInt64) throws {
    var oracle = QueryOracle(seed: seed)
    let (workspace, records) = try store(&oracle)
    for _ in 0..<80 {
      let (query, keys) = oracle.query(records)
      let typed = Query<Queries.Probe>(query)
      let found = try workspace.fetch(typed)
      #expect(found.map(\.id) == keys, "seed \(seed): \(query)")
      #expect(try workspace.count(typed) == keys.count, "seed \(seed): \(query)")
      #expect(try workspace.exists(typed) == !keys.isEmpty)
      #expect(try workspace.first(typed)?.id == keys.first)
      #expect(try workspace.keys(typed) == keys)
      let streamed = try workspace.withCursor(over: typed) { cursor in
        var ids: [UInt64] = []
        while let record = try cursor.next() { ids.append(record.id) }
        return ids
      }
      #expect(streamed == keys, "seed \(seed): \(query)")
    }
  }

  @Test("Values and aggregates are those of the decoded records", arguments: seeds(10))
  func aggregates(seed: UInt64) throws {
    var oracle = QueryOracle(seed: seed)
    let (workspace, records) = try store(&oracle)
    for _ in 0..<20 {
      let (query, keys) = oracle.query(records)
      let typed = Query<Queries.Probe>(query)
      let byID = Dictionary(uniqueKeysWithValues: records.map { ($0.id, $0) })
      let rows = keys.compactMap { byID[$0] }
      #expect(
        try workspace.fetch(\.text, of: typed).map { $0.map { Array($0.utf8) } }
          == rows.map { $0.text.map { Array($0.utf8) } })
      #expect(try workspace.fetch(\.mood, of: typed) == rows.map(\.mood))
      #expect(
        try workspace.sum(\.count, of: typed)
          == rows.reduce(0 as Int64) { $0 + Int64($1.count ?? 0) })
      #expect(try workspace.max(\.big, of: typed) == rows.compactMap(\.big).max())
      #expect(try workspace.min(\.small, of: typed) == rows.map(\.small).min())
      let counts = rows.compactMap(\.count).map(Double.init)
      #expect(
        try workspace.average(\.count, of: typed)
          == (counts.isEmpty ? nil : counts.reduce(0, +) / Double(counts.count)))
    }
  }
}
