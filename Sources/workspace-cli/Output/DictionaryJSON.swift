import FlatBufferCoding
import WorkspaceStore

/// The JSON of a dictionary's values; records by the schemas that the store carries.
struct DictionaryJSON {
  private let schemas: [String: Schema]

  /// Reads the schemas of a store.
  init(_ workspace: Workspace) throws(WorkspaceError) {
    schemas = Dictionary(
      try workspace.storedTypes().map { ($0.name, $0.schema) },
      uniquingKeysWith: { first, _ in first })
  }

  /// A value as JSON, on one line: bytes as base64, a record whose type the store does not know likewise.
  ///
  /// - Throws: `FlatBufferError` for a damaged record.
  func text(of value: DictionaryValue) throws -> String {
    switch value {
    case .bool(let value): return JSONValue.bool(value).text
    case .int(let value): return JSONValue.integer(value).text
    case .uint(let value): return JSONValue.unsigned(value).text
    case .double(let value): return JSONValue.real(value).text
    case .float(let value): return real(value)
    case .string(let value): return JSONValue.string(value).text
    case .bytes(let bytes): return JSONValue.string(Base64.encode(bytes)).text
    case .codable(let bytes):
      return try unsafe bytes.withUnsafeBytes { try unsafe JSONValue(parsing: $0).text }
    case .record(let type, let bytes):
      guard let schema = schemas[type] else { return JSONValue.string(Base64.encode(bytes)).text }
      var output: [UInt8] = []
      try unsafe bytes.withUnsafeBytes {
        try unsafe RecordJSON(schema: schema).write($0, into: &output)
      }
      return String(decoding: output, as: UTF8.self)
    }
  }

  /// What kind of value it is, as `dump` names it.
  func kind(of value: DictionaryValue) -> String {
    if case .record(let type, _) = value { return type }
    return value.kind
  }

  private func real(_ value: Float) -> String {
    var writer = JSONWriter()
    writer.write(real: value)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}
