/// What changed in all records of a type.
public struct TypeUpdate<R: Record>: Sendable {
  /// The changed records, by row id.
  public let changes: [RecordChange<R>]
  /// Whether any record may have changed, so that all have to be fetched again; `changes` is then empty.
  public let isEverything: Bool
  /// The commits that the update covers.
  public let commits: ClosedRange<Int64>
  /// Whether this is the first update: no changes, but the commit from which on they come.
  public let isInitial: Bool
  /// Why the type could not be read; the subscription goes on.
  public let error: WorkspaceError?
}

/// A record that was inserted, updated or deleted.
public struct RecordChange<R: Record>: Sendable, Identifiable {
  /// What happened to the record.
  public enum Kind: Sendable, Hashable {
    /// It was not there before.
    case insert
    /// It was there before and is there now, with other bytes.
    case update
    /// It is not there any more.
    case delete
    /// It is there now; whether it was before is not known, as another workspace has committed it.
    case upsert
  }

  /// The record's identity.
  public let id: RecordID<R>
  /// What happened.
  public let kind: Kind
  private let bytes: RowChange
  private let isDamaged: Bool

  init(_ row: LiveTypeChanges.Row) {
    bytes = row.change
    isDamaged = row.isDamaged
    id = RecordID(rowID: row.change.rowID)
    kind =
      switch (row.change.before, row.change.after) {
      case (_, nil) where row.isDamaged: row.change.before == nil ? .upsert : .update
      case (_, nil): .delete
      case (nil, _): row.isBeforeKnown ? .insert : .upsert
      default: .update
      }
  }

  /// The record before, decoded now; nil if it was not there, or what was there is not known.
  ///
  /// - Throws: `damagedRecord`.
  public func before() throws(WorkspaceError) -> R? { try decode(bytes.before) }

  /// The record now, decoded now; nil if it was deleted.
  ///
  /// - Throws: `damagedRecord`.
  public func after() throws(WorkspaceError) -> R? {
    guard !isDamaged else {
      throw WorkspaceError(
        .damagedRecord, "The record that another workspace has committed is damaged.",
        typeName: R.recordType.name, rowID: id.rowID)
    }
    return try decode(bytes.after)
  }

  private func decode(_ bytes: [UInt8]?) throws(WorkspaceError) -> R? {
    guard let bytes else { return nil }
    return try unsafe bytes.withUnsafeBufferPointer { (bytes) throws(WorkspaceError) in
      try unsafe R.decode(UnsafeRawBufferPointer(bytes), rowID: id.rowID)
    }
  }
}

/// Makes updates of a type's changes.
struct TypeReceiver<R: Record>: UpdateReceiver {
  private var hasInitial = false

  mutating func receive(_ pending: PendingUpdate) -> TypeUpdate<R>? {
    guard let value = pending.value as? LiveTypeChanges else { return nil }
    switch value.extent {
    case .rows(let rows):
      let isInitial = !hasInitial
      hasInitial = true
      guard isInitial || !rows.isEmpty else { return nil }
      let changes = rows.sorted { $0.key < $1.key }.map { RecordChange<R>($0.value) }
      return TypeUpdate(
        changes: changes, isEverything: false, commits: pending.commits, isInitial: isInitial,
        error: nil)
    case .everything(let error):
      let isInitial = !hasInitial && error == nil
      hasInitial = hasInitial || error == nil
      return TypeUpdate(
        changes: [], isEverything: true, commits: pending.commits, isInitial: isInitial,
        error: error)
    }
  }
}
