import FlatBufferCoding
import Testing

@testable import WorkspaceStore

@Suite struct QueryDamageTests {
  private typealias Item = Tests.Item

  private func damagedStore() throws -> Workspace {
    let workspace = try Workspace(inMemory: Configuration())
    try workspace.performChanges { changes in
      for id in 1...9 as ClosedRange<Int64> {
        try changes.insert(Item(id: id, title: "t", rank: Int32(10 - id)))
      }
    }
    try workspace.read { (access) throws(WorkspaceError) in
      try access.connection.execute(
        #"UPDATE "Tests.Item" SET p = x'FFFFFFFF00000000FFFF' WHERE rowid = 4"#)
    }
    return workspace
  }

  @Test("A damaged row is an error that names type and row; the rest is readable (CASES 20)")
  func damage() throws {
    let workspace = try damagedStore()
    let queries = [
      Item.all, Item.where { $0.rank > 0 }, Item.order { $0.rank.ascending },
      Item.order { $0.rank.ascending }.limit(9),
    ]
    for query in queries {
      let error = #expect(throws: WorkspaceError.self) { try workspace.fetch(query) }
      #expect(error?.code == .damagedRecord)
      #expect(error?.typeName == "Tests.Item" && error?.rowID == 4)
      let (records, damaged) = try workspace.fetch(skippingDamaged: query)
      #expect(records.count == 8 && damaged.map(\.rowID) == [4])
    }
    #expect(try workspace.fetch(Item.where { $0.id > 4 }).count == 5)
    #expect(try workspace.count(Item.all) == 9)
  }

  @Test("A cursor goes on behind a damaged row")
  func cursor() throws {
    let workspace = try damagedStore()
    let (found, damaged) = try workspace.withCursor(over: Item.all) { cursor in
      var found: [Int64] = []
      var damaged: [Int64?] = []
      while true {
        do {
          guard let item = try cursor.next() else { break }
          found.append(item.id)
        } catch let error as WorkspaceError {
          damaged.append(error.rowID)
        }
      }
      return (found, damaged)
    }
    #expect(found == [1, 2, 3, 5, 6, 7, 8, 9])
    #expect(damaged == [4])
  }
}
