internal import FlatBufferCoding

/// The key and the indexed values of one record's bytes.
///
/// Room is kept from record to record, so that the steady state allocates nothing. Texts are views of the bytes that
/// were read last: they are used before those bytes go.
struct RowValues {
  private(set) var key: [PathValue] = []
  private(set) var indexed: [PathValue] = []

  /// Takes the values out of a record's bytes.
  ///
  /// - Throws: `damagedRecord`.
  mutating func read(
    _ bytes: UnsafeRawBufferPointer, of statements: RowStatements, rowID: Int64?, key wantsKey: Bool
  ) throws(WorkspaceError) {
    key.removeAll(keepingCapacity: true)
    indexed.removeAll(keepingCapacity: true)
    do throws(FlatBufferError) {
      try unsafe FlatBuffer.withRoot(of: bytes) { (root) throws(FlatBufferError) in
        if wantsKey {
          for field in statements.keyFields { key.append(try field.resolved.value(in: root)) }
        }
        for index in statements.indexes {
          indexed.append(try index.index.resolved.value(in: root))
        }
      }
    } catch {
      throw WorkspaceError(damaged: error, typeName: statements.type.name, rowID: rowID)
    }
  }

  /// The key, as error messages print it.
  var keyText: String {
    key.count == 1 ? key[0].text : "(\(key.map(\.text).joined(separator: ", ")))"
  }
}
