internal import CSQLite

/// The row that an UPDATE is about to change, told by the SQL function `__replaces` in its condition.
///
/// It takes a row's id, its bytes and the new ones, and is true if these differ. So one statement finds the row, hands
/// over what it was, and changes it, unless that would change nothing.
///
/// Lifetime: the function's context is `state`, which is freed with this; the connection holds this, and no statement
/// runs on it afterwards. Only the connection's user calls it. The bytes are copied while SQLite holds them.
@safe final class BeforeImage {
  /// The function's name.
  static let function = "__replaces"

  /// A row as it was found.
  struct Row {
    /// The row id.
    let id: Int64
    /// The bytes before; nil if the new ones are the same.
    let bytes: [UInt8]?
  }

  private let state: UnsafeMutablePointer<Row?>

  /// Makes the function known to a connection.
  init(_ connection: Connection) throws(WorkspaceError) {
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(to: nil)
    let result = unsafe sqlite3_create_function_v2(
      connection.handle, Self.function, 3, SQLITE_UTF8 | SQLITE_DIRECTONLY, state,
      { context, _, values in
        guard let values = unsafe values,
          let state = unsafe sqlite3_user_data(context)?.assumingMemoryBound(to: Row?.self)
        else { return }
        let (before, after) = unsafe (BeforeImage.bytes(values[1]), BeforeImage.bytes(values[2]))
        let isSame = unsafe before.hasSameBytes(as: after)
        unsafe state.pointee = Row(
          id: sqlite3_value_int64(values[0]), bytes: isSame ? nil : [UInt8](before))
        unsafe sqlite3_result_int(context, isSame ? 0 : 1)
      }, nil, nil, nil)
    guard result == SQLITE_OK else { throw connection.error(result) }
  }

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  private static func bytes(_ value: OpaquePointer?) -> UnsafeRawBufferPointer {
    let start = unsafe sqlite3_value_blob(value)
    let count = unsafe sqlite3_value_bytes(value)
    return unsafe UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : Int(count))
  }

  /// The row that was found since the last call; nil if none was.
  func take() -> Row? {
    defer { unsafe state.pointee = nil }
    return unsafe state.pointee
  }
}
