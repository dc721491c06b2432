public import FlatBufferCoding

extension RowCursor {
  /// Decodes the current row.
  ///
  /// Inlined where it is used, so that it is compiled for the one type of record.
  @inlinable
  package func decode<R: Record>(_ type: R.Type) throws(WorkspaceError) -> R {
    try unsafe withBytes { bytes throws(WorkspaceError) in
      do throws(FlatBufferError) {
        return try unsafe FlatBuffer.withRoot(of: bytes) { root throws(FlatBufferError) in
          try R(reading: root)
        }
      } catch {
        throw damage(error)
      }
    }
  }

  /// The error for the current row.
  @usableFromInline
  package func damage(_ error: FlatBufferError) -> WorkspaceError {
    WorkspaceError(damaged: error, typeName: typeName, rowID: rowID).at(path: path)
  }
}
