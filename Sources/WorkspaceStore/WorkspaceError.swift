/// Why a store could not do what it was asked.
///
/// The facts that a log needs are properties; those that do not apply are nil.
public struct WorkspaceError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error.
  public let code: Code
  /// What is wrong, for a person; in SQLite's words where SQLite reported the error.
  public let message: String
  /// SQLite's extended result code, where SQLite reported the error.
  public var sqliteCode: Int32?
  /// The file of the store; nil for a store in memory.
  public var path: String?
  /// The qualified name of the record's type.
  public var typeName: String?
  /// The row id of the record.
  public var rowID: Int64?
  /// The key of the record or of the dictionary's entry, for a person.
  public var key: String?
  /// The field at fault, from the record's root (`nested.pos.x`).
  public var field: String?

  /// Makes an error.
  public init(
    _ code: Code, _ message: String, sqliteCode: Int32? = nil, path: String? = nil,
    typeName: String? = nil, rowID: Int64? = nil, key: String? = nil, field: String? = nil
  ) {
    self.code = code
    self.message = message
    self.sqliteCode = sqliteCode
    self.path = path
    self.typeName = typeName
    self.rowID = rowID
    self.key = key
    self.field = field
  }

  /// The code, the message and the facts, on one line.
  public var description: String {
    var facts: [String] = []
    if let typeName { facts.append("type \(typeName)") }
    if let rowID { facts.append("row \(rowID)") }
    if let key { facts.append("key \(key)") }
    if let field { facts.append("field \(field)") }
    if let sqliteCode { facts.append("SQLite code \(sqliteCode)") }
    if let path { facts.append(path) }
    let suffix = facts.isEmpty ? "" : " (\(facts.joined(separator: ", ")))"
    return "\(code.rawValue): \(message)\(suffix)"
  }
}
