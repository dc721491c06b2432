import Testing

@testable import WorkspaceStore

@Suite struct QueryWritingTests {
  private typealias Item = Tests.Item

  @Test("Records are deleted and changed by queries")
  func deleteAndUpdate() throws {
    let workspace = try Workspace(inMemory: Configuration())
    try workspace.performChanges { changes in
      #expect(try changes.delete(Item.all) == 0)
      for id in 0..<10 as Range<Int64> {
        try changes.insert(Item(id: id, title: "t", list: id < 5 ? "a" : "b", rank: Int32(id)))
      }
      #expect(try changes.delete(Item.where { $0.rank >= 8 }) == 2)
      // Rows move under the index that finds them; each is seen once.
      #expect(try changes.update(Item.where { $0.list == "a" }) { $0.list = "b" } == 5)
      #expect(try changes.update(Item.where { $0.list == "b" }) { $0.rank = 1 } == 7)
      #expect(try changes.update(Item.where { $0.id < 2 }) { $0.id += 100 } == 2)
      #expect(try changes.delete(Item.order { $0.id.ascending }.limit(1)) == 1)
    }
    #expect(try workspace.keys(Item.all) == [3, 4, 5, 6, 7, 100, 101])
    #expect(try workspace.count(Item.where { $0.list == "b" && $0.rank == 1 }) == 7)
    #expect(try workspace.count(Item.where { $0.list == "a" }) == 0)
  }
}
