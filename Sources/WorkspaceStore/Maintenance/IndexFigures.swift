internal import FlatBufferCoding

/// An index of a store, and how far it is built.
public struct IndexFigures: Sendable, Hashable {
  /// The qualified name of the type.
  public let typeName: String
  /// The field, from the record's root (`nested.pos.x`).
  public let field: String
  /// Whether two objects can't have one value.
  public let isUnique: Bool
  /// Whether every object is in, so that queries use it.
  public let isWhole: Bool
  /// The highest row id that the building has come to; nil where it is whole.
  public let progress: Int64?
}

extension Workspace {
  /// The indexes, by type in the order in which they came.
  ///
  /// - Throws: `shutDown`, `suspended`, what SQLite reports.
  public func indexes() throws(WorkspaceError) -> [IndexFigures] {
    try read { (access) throws(WorkspaceError) in
      var figures: [IndexFigures] = []
      for type in access.connection.catalog.types {
        for index in type.indexes {
          figures.append(
            IndexFigures(
              typeName: type.name, field: type.schema.name(of: index.path),
              isUnique: index.isUnique, isWhole: index.state == .whole,
              progress: try access.connection.progress(of: index)))
        }
      }
      return figures
    }
  }

  /// Builds what is left of new indexes, and frees what is left of dropped ones, before it returns.
  ///
  /// They are built in the background anyway; this is for those who would rather wait. Other transactions get
  /// their turn in between.
  ///
  /// - Throws: `shutDown`, `suspended`, `readOnly`, `nestedTransaction` inside a transaction; `busy`, `full`, and what SQLite
  ///   reports otherwise.
  public func finishIndexes() throws(WorkspaceError) {
    try requireWritable()
    while try writer.onConnection({ (_) throws(WorkspaceError) in try writer.stepIndexWork() }) {}
  }
}

extension Connection {
  /// How far an index is built as of this transaction; nil where it is whole.
  fileprivate func progress(of index: StoredIndex) throws(WorkspaceError) -> Int64? {
    guard index.state == .building else { return nil }
    return try withStatement("SELECT progress FROM __index WHERE number = ?") {
      (statement) throws(WorkspaceError) -> Int64? in
      try statement.bind(1, index.number)
      return try statement.step() ? statement.integer(0) : nil
    }
  }
}
