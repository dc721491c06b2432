/// What one or more commits changed in a type.
package final class LiveTypeChanges: LiveValue {
  /// What is known of them.
  package enum Extent: Sendable {
    /// These rows.
    case rows([Int64: Row])
    /// Any row; and why no more is known, if that is an error.
    case everything(WorkspaceError?)
  }

  /// A changed row.
  package struct Row: Sendable {
    /// The bytes before and after.
    package var change: RowChange
    /// Whether the bytes before are known; for commits of others they are not.
    package var isBeforeKnown: Bool
    /// Whether the row is there now, but its bytes are damaged.
    package var isDamaged = false

    fileprivate var byteCount: Int { (change.before?.count ?? 0) + (change.after?.count ?? 0) }
  }

  /// Rows with their changes, and how many bytes those have.
  private struct Rows: MergeablePart {
    var rows: [Int64: Row]
    var byteCount: Int

    init(_ rows: [Int64: Row]) {
      self.rows = rows
      byteCount = rows.values.reduce(0) { $0 + $1.byteCount }
    }

    var size: Int { rows.count }

    func merged(over older: Rows) -> Rows {
      var merged = older
      for (rowID, row) in rows {
        guard let old = merged.rows[rowID] else {
          merged.rows[rowID] = row
          merged.byteCount += row.byteCount
          continue
        }
        let change = RowChange(rowID: rowID, before: old.change.before, after: row.change.after)
        let isSame = old.isBeforeKnown && change.before == change.after && !row.isDamaged
        let new =
          isSame
          ? nil
          : Row(change: change, isBeforeKnown: old.isBeforeKnown, isDamaged: row.isDamaged)
        merged.rows[rowID] = new
        merged.byteCount += (new?.byteCount ?? 0) - old.byteCount
      }
      return merged
    }
  }

  private enum Content: Sendable {
    case rows(MergedParts<Rows>)
    case everything(WorkspaceError?)
  }

  /// The most bytes that changes which wait for a subscriber may have.
  static let maximumBytes = 16 << 20

  private let content: Content
  /// Beyond how many bytes, those of rows that have changed twice counted twice, all parts are looked through.
  private let checkedBytes: Int
  /// Whether this is what a subscriber gets first, before all changes and not with them.
  package let standsAlone: Bool

  convenience init(_ extent: Extent, isInitial: Bool = false) {
    switch extent {
    case .rows(let rows): self.init(content: .rows(MergedParts(Rows(rows))), standsAlone: isInitial)
    case .everything(let error): self.init(content: .everything(error))
    }
  }

  convenience init(rows: [Int64: Row]) {
    self.init(.rows(rows))
  }

  private init(
    content: Content, checkedBytes: Int = LiveTypeChanges.maximumBytes, standsAlone: Bool = false
  ) {
    self.content = content
    self.checkedBytes = checkedBytes
    self.standsAlone = standsAlone
  }

  /// What is known of them.
  ///
  /// - Complexity: O(*n*) the first time where several commits are in it.
  package var extent: Extent {
    switch content {
    case .rows(let parts): .rows(parts.whole.rows)
    case .everything(let error): .everything(error)
    }
  }

  /// The bytes of all rows before and after; of those that have changed twice maybe twice.
  package var byteCount: Int {
    if case .rows(let parts) = content { parts.parts.reduce(0) { $0 + $1.byteCount } } else { 0 }
  }

  /// How many rows were put together so far, for tests that count work.
  var work: Int {
    if case .rows(let parts) = content { parts.work } else { 0 }
  }

  package func merged(over older: any LiveValue) -> any LiveValue {
    guard let older = older as? LiveTypeChanges, case .rows(let newer) = content else {
      return self
    }
    // Whatever it was, it works again.
    guard case .rows(var parts) = older.content else { return LiveTypeChanges(.everything(nil)) }
    parts.append(newer)
    let merged = LiveTypeChanges(content: .rows(parts), checkedBytes: older.checkedBytes)
    guard merged.byteCount > older.checkedBytes else { return merged }
    parts.join()
    let bytes = parts.whole.byteCount
    if bytes > Self.maximumBytes { return LiveTypeChanges(.everything(nil)) }
    // Not again with each commit.
    return LiveTypeChanges(
      content: .rows(parts), checkedBytes: max(Self.maximumBytes, bytes + Self.maximumBytes / 4))
  }
}
