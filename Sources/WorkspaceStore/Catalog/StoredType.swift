package import FlatBufferCoding

/// A type that a store has a table for, as the catalog records it.
package final class StoredType: Sendable {
  /// The type's number in the store, from 1.
  package let number: Int64
  /// The qualified name, as recorded now.
  package let name: String
  /// The names that it had before, the first one first.
  package let formerNames: [String]
  /// The recorded schema, with the type as its root.
  package let schema: Schema
  /// The recorded schema in binary form.
  package let binary: [UInt8]
  /// How the key is stored.
  package let keyLayout: KeyLayout
  /// The primary fields in order.
  let keyFields: [KeyField]
  /// The paths of the primary fields, in order.
  let keyPaths: [FieldPath]
  /// The indexes, in order of number.
  package let indexes: [StoredIndex]
  /// The table's name: the first that the type had.
  package let tableName: String
  /// The table's name, quoted for SQL.
  package let quotedTable: String
  /// The condition of SQL that finds a row by key.
  let keyCondition: String
  /// Selects the row id by key.
  let findSQL: String
  /// Selects the row id and the bytes by key.
  let readSQL: String

  init(
    number: Int64, name: String, formerNames: [String], schema: Schema, binary: [UInt8],
    keyLayout: KeyLayout, indexes: [StoredIndex]
  ) {
    self.number = number
    self.name = name
    self.formerNames = formerNames
    self.schema = schema
    self.binary = binary
    self.keyLayout = keyLayout
    keyFields = keyLayout.fields
    keyPaths = keyLayout.fields.map { FieldPath([UInt16($0.field.id)]) }
    self.indexes = indexes
    tableName = formerNames.first ?? name
    let table = Self.quoted(tableName)
    keyCondition =
      keyLayout.isRowID
      ? "rowid = ?1"
      : keyLayout.fields.indices.map { "k\($0) = ?\($0 + 1)" }.joined(separator: " AND ")
    quotedTable = table
    findSQL = "SELECT rowid FROM \(table) WHERE \(keyCondition)"
    readSQL = "SELECT rowid, p FROM \(table) WHERE \(keyCondition)"
  }

  /// A name as SQL quotes it.
  package static func quoted(_ name: String) -> String {
    "\"\(name.split(separator: "\"", omittingEmptySubsequences: false).joined(separator: "\"\""))\""
  }
}
