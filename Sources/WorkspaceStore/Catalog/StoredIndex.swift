package import FlatBufferCoding

/// An index as `__index` records it.
package struct StoredIndex: Sendable {
  /// How far an index is built, as `__index.state` records it.
  package enum State: Int64, Sendable {
    /// Rows up to `progress` are in; queries must not use it.
    case building = 0
    /// Every row is in.
    case whole = 1
  }

  /// The index's number in the store.
  package let number: Int64
  /// The way from the record's root to the indexed field.
  package let path: FieldPath
  /// Whether two rows can't have one value.
  package let isUnique: Bool
  /// How far it is built.
  package let state: State
  /// The highest row id that the building has taken in.
  package let progress: Int64
  /// The path, resolved in the recorded schema.
  package let resolved: ResolvedPath
  /// The table's name, quoted for SQL.
  package let quotedTable: String
}
