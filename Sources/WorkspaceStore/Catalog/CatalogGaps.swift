/// What in a store shows that its catalog has lost rows.
///
/// Rows of the catalog can be lost without a word of SQLite's, as where a page was put in another's place. A type that
/// the catalog does not know may then have objects all the same, and must not pass for one without any.
struct CatalogGaps: Sendable {
  /// Tables of the form that types have, which are those of no type, or of two.
  let tables: [String]
  /// Whether there are indexes of types that are not there.
  let hasStrayIndexes: Bool
  private let path: String?

  /// The gaps of a catalog that has none.
  static let none = CatalogGaps()

  private init() {
    tables = []
    hasStrayIndexes = false
    path = nil
  }

  /// Compares the types and the indexes with one another and with the tables, in a transaction that is open.
  ///
  /// Tables of other forms are left alone: tools that look after databases have such.
  init(
    _ types: [TypeRow], indexedTypes: Set<Int64>, _ connection: Connection
  ) throws(WorkspaceError) {
    let claims = Dictionary(types.map { ($0.tableName.lowercased(), 1) }, uniquingKeysWith: +)
    let sql = """
      SELECT name FROM sqlite_master WHERE type = 'table'
      AND name NOT GLOB '__*' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '*/#[0-9]*'
      AND sql LIKE 'CREATE TABLE "%"(rowid INTEGER PRIMARY KEY, %p BLOB NOT NULL%' ORDER BY name
      """
    tables = try connection.withStatement(sql) { (statement) throws(WorkspaceError) in
      var names: [String] = []
      while try statement.step() {
        let name = statement.text(0)
        if claims[name.lowercased()] != 1 { names.append(name) }
      }
      return names
    }
    path = connection.path
    hasStrayIndexes = !indexedTypes.isSubset(of: types.map(\.number))
  }

  var isEmpty: Bool { tables.isEmpty && !hasStrayIndexes }

  /// What is wrong, for whoever asks for a type; nil where nothing is.
  func error(typeName: String?) -> WorkspaceError? {
    if isEmpty { return nil }
    let what =
      if let table = tables.first {
        "Table \"\(table)\" does not belong to one type of the catalog"
      } else {
        "An index belongs to no type of the catalog"
      }
    return WorkspaceError(
      .damagedStore, "\(what), which has lost what it knew of some; check the store.", path: path,
      typeName: typeName)
  }
}
