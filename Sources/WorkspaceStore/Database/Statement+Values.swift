internal import CSQLite

// Binding, with parameters from 1.
extension Statement {
  /// Binds an integer.
  package func bind(_ index: Int32, _ value: Int64) throws(WorkspaceError) {
    try check(unsafe sqlite3_bind_int64(pointer, index, value))
  }

  /// Binds a floating-point number; NaN would become NULL.
  package func bind(_ index: Int32, _ value: Double) throws(WorkspaceError) {
    try check(unsafe sqlite3_bind_double(pointer, index, value))
  }

  /// Binds a copy of a string, zero bytes included.
  package func bind(_ index: Int32, _ value: String) throws(WorkspaceError) {
    let result = unsafe value.utf8.withContiguousStorageIfAvailable { utf8 in
      unsafe csqlite_bind_text_transient(
        pointer, index,
        UnsafeRawPointer(utf8.baseAddress ?? Self.nowhere)
          .assumingMemoryBound(to: CChar.self), UInt64(utf8.count))
    }
    guard let result else { return try bind(index, text: [UInt8](value.utf8)) }
    try check(result)
  }

  /// Binds a copy of bytes as a blob.
  package func bind(_ index: Int32, _ bytes: [UInt8]) throws(WorkspaceError) {
    let result = unsafe bytes.withUnsafeBytes { bytes in
      unsafe csqlite_bind_blob_transient(
        pointer, index, bytes.baseAddress ?? UnsafeRawPointer(Self.nowhere), UInt64(bytes.count))
    }
    try check(result)
  }

  /// Binds a copy of UTF-8, or of bytes that stand for a place between strings, as text.
  package func bind(_ index: Int32, text bytes: [UInt8]) throws(WorkspaceError) {
    let result = unsafe bytes.withUnsafeBytes { bytes in
      let start = unsafe bytes.baseAddress ?? UnsafeRawPointer(Self.nowhere)
      return unsafe csqlite_bind_text_transient(
        pointer, index, start.assumingMemoryBound(to: CChar.self), UInt64(bytes.count))
    }
    try check(result)
  }

  /// Binds bytes as a blob without copying them: they must stay valid until `reset`.
  package func bindUncopied(
    _ index: Int32, blob bytes: UnsafeRawBufferPointer
  ) throws(WorkspaceError) {
    try check(
      unsafe csqlite_bind_blob_static(
        pointer, index, bytes.baseAddress ?? UnsafeRawPointer(Self.nowhere), UInt64(bytes.count)))
  }

  /// Binds UTF-8 as text without copying it: it must stay valid until `reset`.
  package func bindUncopied(
    _ index: Int32, text bytes: UnsafeRawBufferPointer
  ) throws(WorkspaceError) {
    let start = unsafe bytes.baseAddress ?? UnsafeRawPointer(Self.nowhere)
    try check(
      unsafe csqlite_bind_text_static(
        pointer, index, start.assumingMemoryBound(to: CChar.self), UInt64(bytes.count)))
  }

  /// Binds a text without copying it, and runs the statement, which gives no rows.
  func run(binding text: String, to index: Int32) throws(WorkspaceError) {
    let result: Int32? = unsafe text.utf8.withContiguousStorageIfAvailable { utf8 in
      let start = unsafe utf8.baseAddress ?? Self.nowhere
      let bound = unsafe csqlite_bind_text_static(
        pointer, index, UnsafeRawPointer(start).assumingMemoryBound(to: CChar.self),
        UInt64(utf8.count))
      return bound == SQLITE_OK ? unsafe sqlite3_step(pointer) : bound
    }
    guard let result else {
      try bind(index, text)
      return try run()
    }
    try endRun(result)
  }

  /// Binds NULL.
  package func bindNull(_ index: Int32) throws(WorkspaceError) {
    try check(unsafe sqlite3_bind_null(pointer, index))
  }

  private func check(_ result: Int32) throws(WorkspaceError) {
    guard result == SQLITE_OK else { throw connection.error(result) }
  }

  /// An address for empty strings and blobs, as SQLite takes a null pointer for NULL.
  private nonisolated(unsafe) static let nowhere: UnsafePointer<UInt8> = {
    let bytes = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    unsafe bytes.initialize(to: 0)
    return unsafe UnsafePointer(bytes)
  }()
}

// Columns of the current row, from 0.
extension Statement {
  /// The type of a value as SQLite stores it.
  package enum ColumnType: Sendable {
    case integer, real, text, blob, null
  }

  /// The type of a column's value.
  package func type(_ column: Int32) -> ColumnType {
    switch unsafe sqlite3_column_type(pointer, column) {
    case SQLITE_INTEGER: .integer
    case SQLITE_FLOAT: .real
    case SQLITE_TEXT: .text
    case SQLITE_BLOB: .blob
    default: .null
    }
  }

  /// Whether a column is NULL.
  package func isNull(_ column: Int32) -> Bool {
    unsafe sqlite3_column_type(pointer, column) == SQLITE_NULL
  }

  /// A column as an integer.
  package func integer(_ column: Int32) -> Int64 {
    unsafe sqlite3_column_int64(pointer, column)
  }

  /// A column as a floating-point number.
  package func real(_ column: Int32) -> Double {
    unsafe sqlite3_column_double(pointer, column)
  }

  /// A column as a string; bytes that are not UTF-8 are replaced.
  package func text(_ column: Int32) -> String {
    unsafe String(decoding: bytes(column), as: UTF8.self)
  }

  /// Whether a column is a text, in UTF-8.
  func isText(_ column: Int32) -> Bool {
    guard type(column) == .text else { return false }
    return unsafe text(column).utf8.elementsEqual(bytes(column))
  }

  /// The bytes of a blob or a text, valid until the next `step` or `reset`.
  package func bytes(_ column: Int32) -> UnsafeRawBufferPointer {
    let start = unsafe sqlite3_column_blob(pointer, column)
    let count = unsafe sqlite3_column_bytes(pointer, column)
    return unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(count))
  }

  /// A copy of the bytes of a blob or a text.
  package func array(_ column: Int32) -> [UInt8] {
    unsafe [UInt8](bytes(column))
  }
}
