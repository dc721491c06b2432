/// Something that is wrong in a store, as `check()` found it.
public struct StoreFinding: Sendable, Hashable, CustomStringConvertible {
  /// What is wrong; more may be added.
  public struct Kind: RawRepresentable, Sendable, Hashable {
    /// The kind's name, as logs print it.
    public let rawValue: String

    /// Makes a kind from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// SQLite's own structure is damaged.
    public static let database = Kind(rawValue: "database")
    /// The catalog can't be used.
    public static let catalog = Kind(rawValue: "catalog")
    /// A record's bytes are damaged.
    public static let record = Kind(rawValue: "record")
    /// A record's key is not the one of its row.
    public static let key = Kind(rawValue: "key")
    /// An index does not agree with its table.
    public static let index = Kind(rawValue: "index")
    /// A value of the dictionary is damaged.
    public static let dictionary = Kind(rawValue: "dictionary")
    /// The commit log is damaged.
    public static let commitLog = Kind(rawValue: "commitLog")
  }

  /// What is wrong.
  public let kind: Kind
  /// What is wrong, for a person.
  public let message: String
  /// The qualified name of the record's type.
  public let typeName: String?
  /// The row id of the record or entry.
  public let rowID: Int64?

  package init(_ kind: Kind, _ message: String, typeName: String? = nil, rowID: Int64? = nil) {
    self.kind = kind
    self.message = message
    self.typeName = typeName
    self.rowID = rowID
  }

  /// The finding on one line.
  public var description: String {
    var place = kind.rawValue
    if let typeName { place += " \(typeName)" }
    if let rowID { place += " row \(rowID)" }
    return "\(place): \(message)"
  }
}

extension Workspace {
  /// Checks the whole store: SQLite's structure, every record's bytes and key, every index against its table,
  /// the dictionary and the commit log.
  ///
  /// Writes run beside it; it looks at one commit.
  ///
  /// - Returns: What is wrong, in the order in which it was found; at most `limit` findings.
  /// - Throws: `shutDown`, `suspended`; what SQLite reports if nothing can be read at all.
  /// - Complexity: One pass over everything, and one look-up per record and index.
  public func check(limit: Int = 1000) throws(WorkspaceError) -> [StoreFinding] {
    try read { (access) throws(WorkspaceError) in
      var check = StoreCheck(connection: access.connection, limit: limit)
      try check.run()
      return check.findings
    }
  }
}
