#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#endif

/// Figures of a store, as of one commit.
public struct WorkspaceStatistics: Sendable, Hashable {
  /// A stored type and its size.
  public struct TypeFigures: Sendable, Hashable {
    /// The qualified name.
    public let name: String
    /// The number of objects.
    public let rows: Int
    /// The number of indexes.
    public let indexes: Int
  }

  /// The stored types, in the order in which they came.
  public let types: [TypeFigures]
  /// The number of entries of the dictionary, in all namespaces.
  public let dictionaryEntries: Int
  /// The newest commit's number.
  public let commit: Int64
  /// The size of the database in bytes, pages that are free included.
  public let byteCount: Int
  /// The size of free pages in bytes.
  public let freeByteCount: Int
  /// The size of the write-ahead log in bytes; it is used again from its start after a checkpoint.
  public let logByteCount: Int
  /// How many read snapshots of this workspace are held; as long as there are any, the log grows with every commit.
  public let heldSnapshots: Int
  /// The oldest commit that a held read snapshot shows; nil if there is none.
  public let oldestHeldCommit: Int64?
}

extension Workspace {
  /// Counts what the store holds.
  ///
  /// - Throws: `shutDown`, what SQLite reports.
  /// - Complexity: One pass over the smallest index of each table.
  public func statistics() throws(WorkspaceError) -> WorkspaceStatistics {
    let path = path
    let held = readers?.heldCommits() ?? []
    return try read { (access) throws(WorkspaceError) in
      let connection = access.connection
      var types: [WorkspaceStatistics.TypeFigures] = []
      for type in connection.catalog.types {
        types.append(
          WorkspaceStatistics.TypeFigures(
            name: type.name, rows: try connection.rowCount(of: type), indexes: type.indexes.count))
      }
      let pageSize = Int(try connection.integer("PRAGMA page_size") ?? 0)
      return WorkspaceStatistics(
        types: types,
        dictionaryEntries: Int(try connection.integer("SELECT count(*) FROM __dictionary") ?? 0),
        commit: connection.snapshot.number,
        byteCount: pageSize * Int(try connection.integer("PRAGMA page_count") ?? 0),
        freeByteCount: pageSize * Int(try connection.integer("PRAGMA freelist_count") ?? 0),
        logByteCount: path.map { Self.size(of: $0 + "-wal") } ?? 0,
        heldSnapshots: held.count, oldestHeldCommit: held.min())
    }
  }

  private static func size(of path: String) -> Int {
    var facts = stat()
    return unsafe stat(path, &facts) == 0 ? Int(facts.st_size) : 0
  }
}
