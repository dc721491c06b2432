import FlatBufferCoding
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct QueryPlanTests {
  private typealias Item = Tests.Item

  private static func store(_ count: Int64 = 1000) throws -> Workspace {
    let workspace = try Workspace(inMemory: Configuration())
    try workspace.performChanges { changes in
      for id in 0..<count {
        try changes.insert(
          Item(
            id: id, title: "t\(id)", list: id % 7 == 0 ? nil : "list\(id % 10)",
            rank: Int32(id * 7 % 101),
            score: id % 50 == 0 ? .nan : Double(id) / 4, due: id % 3 == 0 ? nil : id,
            serial: id % 2 == 0 ? nil : id))
      }
    }
    return workspace
  }

  /// Runs a query; says how many rows it looked at.
  private func visited(_ workspace: Workspace, _ query: Query<Item>) throws -> (
    visited: Int, found: Int
  ) {
    try workspace.read { (access) throws(WorkspaceError) in
      guard let rows = try access.cursor(query) else { return (0, 0) }
      var found = 0
      while try rows.next() { found += 1 }
      return (rows.visited, found)
    }
  }

  @Test("A query looks only at the rows that the best index leaves")
  func narrows() throws {
    let workspace = try Self.store()
    let cases: [(Query<Item>, visited: Int, found: Int)] = [
      (Item.where { $0.id == 5 }, 1, 1),
      (Item.where { $0.id.in([5, 7, 5, 2000]) }, 2, 2),
      (Item.where { $0.id >= 10 && $0.id < 20 }, 10, 10),
      (Item.where { $0.serial == 5 }, 1, 1),
      (Item.where { $0.list == "list1" }, 86, 86),
      (Item.where { $0.list == "list1" && $0.serial == 1 }, 1, 1),
      (Item.where { $0.list.in(["list1", "none"]) && $0.rank < 50 }, 86, 42),
      (Item.where { $0.list == nil }, 143, 143),
      (Item.where { $0.list.isNull }, 143, 143),
      (Item.where { $0.list.hasPrefix("list1") }, 86, 86),
      (Item.where { $0.score > 10 && $0.score <= 11 }, 4, 4),
      (Item.where { $0.score.isNull }, 20, 20),
      (Item.where { !($0.score >= 3) }, 31, 31),
      (Item.where { $0.due < 10 || $0.due == nil }, 340, 340),
      (Item.where { $0.due == 1 || $0.due == 2 || $0.due == nil }.limit(2), 336, 2),
      (Item.where { $0.due != nil }.order { $0.due.descending }.limit(3), 3, 3),
      (Item.order { $0.score.descending }.limit(5), 5, 5),
      (Item.order { $0.score.ascending }.limit(5).offset(5), 10, 5),
      (Item.order { $0.id.descending }.limit(5), 5, 5),
      (
        Item.where { $0.list == "list1" }.order {
          $0.list.ascending; $0.id.descending
        }.limit(4), 4, 4
      ),
      (Item.where { $0.rank == 3 }, 1000, 10),
      (Item.where { $0.list != "list1" }, 1000, 914),
      (Item.where { $0.list < nil as String? ?? "" }, 0, 0),
      (Item.where { $0.id > 10 && $0.id < 5 }, 0, 0),
      (Item.where { _ in .constant(false) }, 0, 0),
    ]
    for (query, visited, found) in cases {
      let seen = try self.visited(workspace, query)
      #expect(seen.visited == visited && seen.found == found, "\(query.untyped): \(seen)")
    }
  }

  @Test("A plan that gives the order leaves nothing to sort, in SQLite either")
  func noSorter() throws {
    let workspace = try Self.store(10)
    let queries: [Query<Item>] = [
      Item.order { $0.score.descending }.limit(5), Item.order { $0.score.ascending }.limit(5),
      Item.order { $0.serial.ascending }.limit(5), Item.order { $0.serial.descending }.limit(5),
      Item.where { $0.list == "a" },
      Item.where { $0.list == "a" }.order { $0.list.descending }.limit(3),
      Item.where { $0.list > "a" }.order { $0.list.descending }.limit(3),
      Item.order { $0.id.descending },
    ]
    try workspace.read { (access) throws(WorkspaceError) in
      guard let type = access.connection.catalog.type(for: Item.recordType) else { return }
      for query in queries {
        let plan = QueryPlan(query.untyped, on: type)
        #expect(plan.isOrdered, "\(query.untyped)")
        for number in 0..<plan.segmentCount {
          let sql = plan.segment(number).sql(of: type)
          try access.connection.withStatement("EXPLAIN QUERY PLAN \(sql)") {
            statement throws(WorkspaceError) in
            while try statement.step() {
              let step = statement.text(3)
              #expect(!step.contains("TEMP B-TREE"), "\(sql): \(step)")
              #expect(step.contains("SEARCH") || !sql.contains("WHERE"), "\(sql): \(step)")
            }
          }
        }
      }
    }
  }

  @Test("Keys in columns are found by their values, and by the first of them")
  func keyColumns() throws {
    let workspace = try Workspace(inMemory: Configuration())
    typealias Composite = Samples.Composite
    try workspace.performChanges { changes in
      for number in 0..<100 as Range<Int32> {
        for region in ["a\0b", "a\0c", "\u{e9}", "e\u{301}"] {
          for kind in [Samples.Kind.a, .b] {
            try changes.insert(Composite(region: region, number: number, kind: kind))
          }
        }
      }
    }
    func visited(_ query: Query<Composite>) throws -> [Int] {
      try workspace.read { (access) throws(WorkspaceError) in
        guard let rows = try access.cursor(query) else { return [] }
        var found = 0
        while try rows.next() { found += 1 }
        return [rows.visited, found]
      }
    }
    #expect(try visited(Composite.where { $0.region == "a\0b" }) == [200, 200])
    #expect(try visited(Composite.where { $0.region == "\u{e9}" && $0.number == 3 }) == [2, 2])
    #expect(try visited(Composite.where { $0.region == "\u{e9}" && $0.number < 3 }) == [6, 6])
    #expect(
      try visited(Composite.where { $0.region == "\u{e9}" && $0.number == 3 && $0.kind == .b }) == [
        1, 1,
      ])
    #expect(
      try visited(Composite.where { $0.region.in(["a\0b", "x"]) && $0.number == 1 }) == [200, 2])
    #expect(try visited(Composite.where { $0.region > "z" }) == [200, 200])
    #expect(
      try visited(
        Composite.order {
          $0.region.descending; $0.number.descending; $0.kind.descending
        }.limit(3))
        == [3, 3])
    let first = try workspace.fetch(
      Composite.order {
        $0.region.descending; $0.number.ascending; $0.kind.descending
      }.limit(2))
    #expect(first.map(\.region) == ["\u{e9}", "\u{e9}"] && first.map(\.kind) == [.b, .a])
  }

  @Test("`in` takes any number of values (CASES 18)", arguments: [300_000, 70_000, 5000])
  func manyValues(count: Int) throws {
    let workspace = try Self.store()
    let odd = (0..<count).map { Int64($0 * 2 + 1) }
    let expected = (0..<1000 as Range<Int64>).filter { $0 % 2 == 1 }
    #expect(try workspace.fetch(Item.where { $0.id.in(odd) }).map(\.id) == expected)
    #expect(try workspace.count(Item.where { $0.serial.in(odd) }) == 500)
    #expect(
      try workspace.count(Item.where { $0.due.in(odd) }) == expected.filter { $0 % 3 != 0 }.count)
    let titles = (0..<count).map { "t\($0 * 2 + 1)" }
    #expect(try workspace.count(Item.where { $0.title.in(titles) }) == 500)
    #expect(try workspace.count(Item.where { !$0.list.in(titles) }) == 1000)
    let scores = (0..<count).map { Double($0) / 2 }
    #expect(
      try workspace.count(Item.where { $0.score.in(scores) })
        == (0..<1000).count { $0 % 2 == 0 && $0 % 50 != 0 })
    #expect(
      try workspace.performChanges { try $0.delete(Item.where { $0.title.in(titles) }) } == 500)
  }

  @Test(
    "A limit with an order that no index gives is counted behind the order (CASES 12)",
    arguments: [[1, 5, 9], [1, 9, 5], [9, 1, 5], [5, 5, 9, 9, 1, 1], [3, 3, 3], []] as [[Int32]])
  func limitBehindOrder(ranks: [Int32]) throws {
    let workspace = try Workspace(inMemory: Configuration())
    let items = ranks.enumerated().map { Item(id: Int64($0), title: "", rank: $1) }
    try workspace.performChanges { changes in
      for item in items { try changes.insert(item) }
    }
    for limit in 0...ranks.count + 1 {
      for offset in 0...ranks.count + 1 {
        let rising = Item.order { $0.rank.ascending }.limit(limit).offset(offset)
        let falling = Item.order { $0.rank.descending }.limit(limit).offset(offset)
        let sorted = items.sorted { ($0.rank, $0.id) < ($1.rank, $1.id) }
        let expected = [sorted, sorted.reversed()].map { $0.dropFirst(offset).prefix(limit) }
        for (query, expected) in zip([rising, falling], expected) {
          #expect(try workspace.fetch(query) == Array(expected))
          #expect(try workspace.first(query) == expected.first)
          #expect(try workspace.count(query) == expected.count)
          #expect(try workspace.keys(query) == expected.map(\.id))
        }
      }
    }
  }

  @Test(
    "A thousand queries that are made and not run use nothing up; one runs any number of times (CASES 23)"
  )
  func manyQueries() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { changes in
      for id in 0..<20 as Range<Int64> {
        try changes.insert(Item(id: id, title: "", rank: Int32(id)))
      }
    }
    let query = Item.where { $0.rank > 3 }
    let first = try workspace.fetch(query)
    #expect(first.count == 16)
    let files = try folder.openDescriptors()
    let prepared = try workspace.read { $0.connection.preparedStatements }
    // Made, kept, changed into others, and never run.
    let queries = (0..<1000 as Range<Int32>).map { number in
      Item.where { $0.rank > number }.order { $0.title.ascending }.limit(3)
    }
    #expect(Set(queries).count == 1000)
    for _ in 0..<1000 { #expect(try workspace.fetch(query) == first) }
    #expect(try workspace.read { $0.connection.preparedStatements } == prepared)
    #expect(try folder.openDescriptors() == files)
    // Cursors that are left before their end hold nothing either.
    for _ in 0..<1000 {
      #expect(try workspace.withCursor(over: query) { try $0.next() } == first[0])
    }
    #expect(try folder.openDescriptors() == files)
    #expect(workspace.readers?.state.withLock { $0.busy.count } == 0)
    try workspace.performChanges { try $0.insert(Item(id: 20, title: "", rank: 20)) }
    #expect(try workspace.fetch(query).count == 17)
    try workspace.shutdown()
  }

  @Test("A type of which nothing was stored gives nothing")
  func noTable() throws {
    let workspace = try Workspace(inMemory: Configuration())
    #expect(try workspace.fetch(Item.all).isEmpty)
    #expect(try workspace.count(Item.all) == 0)
    #expect(try workspace.first(Item.all) == nil)
    #expect(try workspace.exists(Item.where { $0.rank == 0 }) == false)
    #expect(try workspace.sum(\.rank, of: Item.all) == 0)
    #expect(try workspace.average(\.rank, of: Item.all) == nil)
    #expect(try workspace.keys(Item.all).isEmpty)
  }
}
