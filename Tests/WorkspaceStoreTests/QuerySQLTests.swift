import Testing

@testable import WorkspaceStore

@Suite struct QuerySQLTests {
  @Test("Plain SQL gives rows of values, and writes nothing")
  func plainSQL() throws {
    let workspace = try Workspace(inMemory: Configuration())
    try workspace.performChanges { changes in
      for id in 1...5 as ClosedRange<Int64> { try changes.insert(Tests.Item(id: id, title: "t")) }
    }
    let rows = try workspace.sql(
      "-- a comment\nSELECT rowid AS id, ?2 AS t FROM \"Tests.Item\" WHERE rowid > ?1", [3, "a\0b"])
    #expect(rows.columns == ["id", "t"])
    #expect(rows.rows == [[4, "a\0b"], [5, "a\0b"]])
    #expect(
      try workspace.sql("VALUES (1.5, NULL, x'00ff')").rows == [[1.5, nil, .blob([0, 255])]])
    #expect(try workspace.sql("/* x */ WITH a(n) AS (SELECT 1) SELECT n FROM a").rows == [[1]])
    for text in [
      "DELETE FROM \"Tests.Item\"", "COMMIT", "BEGIN", "PRAGMA query_only",
      "ATTACH ':memory:' AS x",
      "INSERT INTO \"Tests.Item\" VALUES (9, x'') RETURNING rowid",
      "WITH a(n) AS (SELECT 1) DELETE FROM \"Tests.Item\" RETURNING rowid",
    ] {
      let error = #expect(throws: WorkspaceError.self) { try workspace.sql(text) }
      #expect(error?.code == .readOnly, "\(text)")
    }
    #expect(throws: WorkspaceError.self) { try workspace.sql("SELECT nothing FROM nowhere") }
    #expect(try workspace.count(Tests.Item.all) == 5)
  }
}
