internal import CSQLite

/// A row that a statement has changed.
struct ChangedRow {
  let id: Int64
  /// Whether it was inserted.
  let isNew: Bool
}

/// The row that a connection has changed last, as SQLite's update hook tells (sqlite.org/c3ref/update_hook.html).
///
/// So a statement that finds a row by its key and changes it need not be preceded by one that looks for its id.
///
/// Lifetime: the hook's context is `state`, which is freed with this; the connection holds this, and no statement runs
/// on it afterwards. Only the connection's user calls it.
@safe final class ChangedRows {
  private let state: UnsafeMutablePointer<ChangedRow?>

  init(_ connection: Connection) {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: nil)
    unsafe sqlite3_update_hook(
      connection.handle,
      { context, operation, _, _, rowID in
        unsafe context?.assumingMemoryBound(to: ChangedRow?.self).pointee =
          ChangedRow(id: rowID, isNew: operation == SQLITE_INSERT)
      }, state)
  }

  deinit {
    unsafe state.deallocate()
  }

  /// The last row; nil if none was changed since `forget`.
  var newest: ChangedRow? { unsafe state.pointee }

  func forget() {
    unsafe state.pointee = nil
  }
}
