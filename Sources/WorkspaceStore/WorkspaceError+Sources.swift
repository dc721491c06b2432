internal import CSQLite
package import FlatBufferCoding

extension WorkspaceError {
  /// The error for an extended result code of SQLite.
  package init(sqliteCode: Int32, message: String, path: String?) {
    let code: Code =
      switch sqliteCode & 0xFF {
      case SQLITE_BUSY, SQLITE_LOCKED: .busy
      case SQLITE_FULL: .full
      // The folder can't be written to.
      case SQLITE_READONLY where sqliteCode == SQLITE_READONLY | (6 << 8): .noPermission
      case SQLITE_READONLY: .readOnly
      case SQLITE_IOERR: .inputOutput
      case SQLITE_CORRUPT: .damagedStore
      case SQLITE_NOTADB: .notADatabase
      case SQLITE_CANTOPEN: .cannotOpen
      case SQLITE_PERM, SQLITE_AUTH: .noPermission
      case SQLITE_TOOBIG: .tooBig
      case SQLITE_INTERRUPT: .interrupted
      case SQLITE_CONSTRAINT: .keyExists
      default: .sqlite
      }
    self.init(code, message, sqliteCode: sqliteCode, path: path)
  }

  /// The error as one of a statement of this library: those are right, so that wrong ones are the fault of the store.
  ///
  /// SQLite reports a table that is missing, or has other columns, as it does wrong SQL.
  var ofOwnStatement: WorkspaceError {
    sqliteCode == SQLITE_ERROR ? asDamage : self
  }

  /// Whether a row id is in use; where the store gives them out, its counter is damaged.
  var isRowIDTaken: Bool {
    sqliteCode == SQLITE_CONSTRAINT | (6 << 8) || sqliteCode == SQLITE_CONSTRAINT | (10 << 8)
  }

  /// The error as one of the store's tables.
  var asDamage: WorkspaceError {
    WorkspaceError(
      .damagedStore, "The store's tables are not what they should be: \(message)",
      sqliteCode: sqliteCode, path: path)
  }

  /// The error for a record whose bytes can't be read.
  package init(damaged error: FlatBufferError, typeName: String, rowID: Int64?) {
    self.init(
      .damagedRecord, "The record's bytes are damaged: \(error.description)", typeName: typeName,
      rowID: rowID, field: error.field.isEmpty ? nil : error.field)
  }

  /// This error with the path of the store, unless it has one.
  package func at(path: String?) -> WorkspaceError {
    var copy = self
    copy.path = self.path ?? path
    return copy
  }
}
