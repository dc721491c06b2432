import FlatBufferCoding
import WorkspaceStore

/// `ndjson`: bare records for one type; else `{"type": …, "record": …}` and `{"namespace": …, "key": …, …}`.
struct LineSink: RecordSink, ~Copyable {
  private let shape: DumpShape
  private var output = Output()
  private var prefix: [UInt8] = []

  init(shape: DumpShape) {
    self.shape = shape
  }

  mutating func begin(_ type: StoredType) {
    guard case .parts = shape else { return }
    prefix = Array("{\"type\":\(JSONValue.quoted(type.name)),\"record\":".utf8)
  }

  mutating func record(_ json: [UInt8]) throws {
    let (prefix, shape) = (prefix, shape)
    try output.append { bytes in
      bytes += prefix
      bytes += json
      if case .parts = shape { bytes.append(UInt8(ascii: "}")) }
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  mutating func endType() {}

  mutating func entry(_ id: DictionaryEntryID, kind: String, json: String) throws {
    try output.line(id.object(kind: kind, json: json))
  }

  mutating func end() throws {
    try output.flush()
  }
}

extension DictionaryEntryID {
  /// The entry as an object of JSON.
  func object(kind: String, json: String) -> String {
    "{\"namespace\":\(JSONValue.quoted(namespace)),\"key\":\(JSONValue.quoted(key)),"
      + "\"kind\":\(JSONValue.quoted(kind)),\"value\":\(json)}"
  }
}
