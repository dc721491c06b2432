import FlatBufferCoding

@testable import WorkspaceStore

/// A type made by hand, so that tests can have any key and any version of a schema.
struct StoreTable {
  struct Column {
    let name: String
    let base: Schema.BaseType
    var attributes: [String] = []
    var isOptional = false
  }

  let columns: [Column]
  let recordType: RecordType

  init(
    _ columns: [Column], name: String = "Test.Item", was: String? = nil
  ) throws {
    self.columns = columns
    let fields = columns.enumerated().map { id, column in
      Schema.Field(
        name: column.name, type: Schema.TypeReference(column.base), id: id, offset: 4 + 2 * id,
        isOptional: column.isOptional,
        attributes: column.attributes.sorted().map { Schema.Attribute(name: $0) })
    }
    let object = Schema.Object(
      name: name, fields: fields,
      attributes: was.map { [Schema.Attribute(name: "was", value: $0)] } ?? [])
    recordType = try RecordType(schema: Schema(objects: [object], rootIndex: 0))
  }

  /// The bytes of a record; nil values are left out.
  func bytes(_ values: [KeyValue?]) -> [UInt8] {
    var builder = FlatBufferBuilder()
    let strings = values.map { value -> FlatBufferOffset? in
      guard case .text(let text) = value else { return nil }
      return builder.string(text)
    }
    builder.startTable(fieldCount: columns.count)
    for (id, value) in values.enumerated() {
      switch (columns[id].base, value) {
      case (_, nil): continue
      case (.bool, .bool(let value)): builder.add(id, Optional(value))
      case (.int8, .integer(let value)): builder.add(id, Optional(Int8(value)))
      case (.uint8, .integer(let value)): builder.add(id, Optional(UInt8(value)))
      case (.int16, .integer(let value)): builder.add(id, Optional(Int16(value)))
      case (.uint16, .integer(let value)): builder.add(id, Optional(UInt16(value)))
      case (.int32, .integer(let value)): builder.add(id, Optional(Int32(value)))
      case (.uint32, .integer(let value)): builder.add(id, Optional(UInt32(value)))
      case (.int64, .integer(let value)): builder.add(id, Optional(value))
      case (.uint64, .unsigned(let value)): builder.add(id, Optional(value))
      case (.float32, .real(let value)): builder.add(id, Optional(Float(value)))
      case (.float64, .real(let value)): builder.add(id, Optional(value))
      case (.string, .text): builder.add(id, strings[id])
      default: preconditionFailure("StoreTable: field \(id) has another type")
      }
    }
    builder.finish(builder.endTable())
    return builder.bytes
  }
}

extension Transaction {
  func insert(_ table: StoreTable, _ values: [KeyValue?]) throws {
    _ = try unsafe table.bytes(values).withUnsafeBytes { try unsafe insert(table.recordType, $0) }
  }

  func update(_ table: StoreTable, _ values: [KeyValue?]) throws -> Bool {
    try unsafe table.bytes(values).withUnsafeBytes { try unsafe update(table.recordType, $0) }
  }

  @discardableResult
  func upsert(_ table: StoreTable, _ values: [KeyValue?]) throws -> Bool {
    try unsafe table.bytes(values).withUnsafeBytes { try unsafe upsert(table.recordType, $0).isNew }
  }
}

extension WorkspaceReading where Self: ~Copyable {
  /// The bytes of the object with a key.
  func bytes(_ table: StoreTable, _ key: KeyValues) throws -> [UInt8]? {
    try read { (access) throws(WorkspaceError) -> [UInt8]? in
      guard let stored = access.connection.catalog.type(for: table.recordType) else { return nil }
      return try unsafe access.connection.withRow(of: stored, key: key) { _, bytes in
        unsafe [UInt8](bytes)
      }
    }
  }

  /// Every row of a type.
  func allBytes(_ table: StoreTable) throws -> [Int64: [UInt8]] {
    try read { (access) throws(WorkspaceError) -> [Int64: [UInt8]] in
      guard let stored = access.connection.catalog.type(for: table.recordType) else { return [:] }
      var rows: [Int64: [UInt8]] = [:]
      try unsafe access.connection.forEachRow(of: stored) { rowID, bytes in
        rows[rowID] = unsafe [UInt8](bytes)
        return true
      }
      return rows
    }
  }
}
