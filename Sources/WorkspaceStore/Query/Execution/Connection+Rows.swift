package import FlatBufferCoding

extension Connection {
  /// Hands each row of a query's result to `body`, in its order, until `body` returns false.
  ///
  /// Bytes are valid only in `body`. The `schema` is the program's; without one it is the recorded one.
  ///
  /// - Throws: `damagedRecord`, naming the row; `schemaMismatch` if the query does not fit the type; what `body` throws.
  package func rows(
    _ query: RecordQuery, of type: StoredType, schema: Schema? = nil,
    each body: (_ rowID: Int64, _ bytes: UnsafeRawBufferPointer) throws(WorkspaceError) -> Bool
  ) throws(WorkspaceError) {
    let cursor = try RowCursor(
      query, of: type, schema: schema ?? type.schema, on: self, wantsOrder: true)
    while try cursor.next() {
      let goesOn = try unsafe cursor.withBytes { bytes throws(WorkspaceError) in
        try unsafe body(cursor.rowID, bytes)
      }
      if !goesOn { return }
    }
  }
}
