import FlatBufferCoding
import TestSupport
import Testing

@testable import WorkspaceStore

/// Work is counted in statements that are run, not in time.
@Suite struct StatementCountTests {
  private let folder: TemporaryFolder
  private let workspace: Workspace

  init() throws {
    folder = try TemporaryFolder()
    workspace = try Workspace(path: folder.file(), records: [StoreNote.self])
    try workspace.performChanges { changes in
      for number in 0..<100 { try changes.insert(StoreNote(title: "\(number)", text: "text")) }
    }
  }

  @Test("An insert without an index is one statement")
  func insert() throws {
    try workspace.performChanges { changes in
      let connection = changes.core.connection
      let before = connection.statementRuns
      for number in 100..<200 { try changes.insert(StoreNote(title: "\(number)", text: "text")) }
      #expect(connection.statementRuns - before == 100)
    }
  }

  @Test("A look-up is one statement, without a transaction around it and in a snapshot")
  func lookUp() throws {
    #expect(try workspace.object(StoreNote.self, key: "7")?.text == "text")
    let before = try workspace.read { $0.connection.statementRuns }
    for number in 0..<50 { #expect(try workspace.object(StoreNote.self, key: "\(number)") != nil) }
    // The read that asks is one more, for the newest commit.
    let after = try workspace.read { $0.connection.statementRuns }
    #expect(after - before == 50 + 1)

    let snapshot = try workspace.snapshot()
    defer { snapshot.end() }
    let start = try snapshot.read { $0.connection.statementRuns }
    for number in 0..<50 { #expect(try snapshot.object(StoreNote.self, key: "\(number)") != nil) }
    #expect(try snapshot.read { $0.connection.statementRuns } - start == 50)
  }

  @Test(
    "Look-ups that go from type to type prepare one statement for each type, and a nested one more")
  func preparedLookUps() throws {
    try workspace.performChanges { changes in
      try changes.insert(StoreItem(id: 7))
      try changes.insert(Samples.IntKeyed(id: 7))
    }
    let before = try workspace.read { $0.connection.preparedStatements }
    for _ in 0..<50 {
      #expect(try workspace.object(StoreNote.self, key: "7") != nil)
      #expect(try workspace.object(StoreItem.self, key: 7) != nil)
      #expect(try workspace.object(Samples.IntKeyed.self, key: 7) != nil)
    }
    #expect(try workspace.read { $0.connection.preparedStatements } - before == 3)
  }

  @Test("A fetch is two statements, for the newest commit and for the rows")
  func fetch() throws {
    let query = StoreNote.where { $0.text == "text" }
    #expect(try workspace.fetch(query).count == 100)
    let before = try workspace.read { $0.connection.statementRuns }
    for _ in 0..<10 { #expect(try workspace.fetch(query).count == 100) }
    let after = try workspace.read { $0.connection.statementRuns }
    #expect(after - before == 2 * 10 + 1)
  }

  @Test("A projection reads nothing but its field: what else is damaged does not matter")
  func projection() throws {
    let bytes = try workspace.performChanges { changes in
      let connection = changes.core.connection
      let sql = "SELECT p FROM \"Stored.StoreNote\" WHERE k0 = '7'"
      var bytes = try connection.withStatement(sql) { statement throws(WorkspaceError) in
        try statement.step() ? statement.array(0) : []
      }
      // The text is no UTF-8 any more.
      for place in bytes.indices where bytes[place...].starts(with: Array("text".utf8)) {
        bytes[place] = 0xFF
      }
      try connection.withStatement("UPDATE \"Stored.StoreNote\" SET p = ? WHERE k0 = '7'") {
        statement throws(WorkspaceError) in
        try statement.bind(1, bytes)
        try statement.run()
      }
      return bytes
    }
    #expect(bytes.contains(0xFF))
    #expect(throws: WorkspaceError.self) { try workspace.fetch(StoreNote.all) }
    #expect(try workspace.fetch(\.title, of: StoreNote.all).count == 100)
    #expect(try workspace.keys(StoreNote.all).count == 100)
  }
  @Test("Each of many types that one transaction makes takes as many steps as the first")
  func manyTypes() throws {
    func steps(_ count: Int) throws -> Int {
      let folder = try TemporaryFolder()
      let workspace = try Workspace(path: folder.file())
      let steps = try workspace.performChanges { changes in
        let connection = changes.core.connection
        let before = connection.statementSteps
        for number in 0..<count {
          let table = try StoreTable(
            [
              .init(name: "id", base: .int64, attributes: ["primary"]),
              .init(name: "rank", base: .int32, attributes: ["indexed"]),
            ], name: "Many.Type\(number)")
          try changes.insert(table, [.integer(1), .integer(2)])
        }
        return connection.statementSteps - before
      }
      #expect(try workspace.check() == [])
      // What the writer put together is what others read.
      let grown = workspace.writer.catalog.withLock { $0 }
      let read = try Workspace(path: folder.file()).writer.catalog.withLock { $0 }
      #expect(grown.generation == read.generation && grown.types.count == count)
      for (own, other) in zip(grown.types, read.types) {
        #expect(own.number == other.number && own.name == other.name)
        #expect(own.binary == other.binary && own.formerNames == other.formerNames)
        #expect(own.indexes.map { IndexRow($0) } == other.indexes.map { IndexRow($0) })
        #expect(grown.type(named: own.name) === own && grown.type(number: own.number) === own)
      }
      return steps
    }
    let few = try steps(10)
    #expect(try steps(100) <= 11 * few)
  }
}
