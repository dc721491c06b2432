import FlatBufferCoding
import WorkspaceStore

/// `json`: an array of records for one type; else `{"types": {NAME: […], …}, "dictionary": […]}`.
struct DocumentSink: RecordSink, ~Copyable {
  private enum Part {
    case types, dictionary
  }

  private let shape: DumpShape
  private var output = Output()
  private var part = Part.types
  private var types = 0
  private var members = 0

  init(shape: DumpShape) {
    self.shape = shape
  }

  mutating func begin(_ type: StoredType) throws {
    members = 0
    if case .parts = shape {
      try write("\(types == 0 ? "{\"types\":{" : ",")\n\(JSONValue.quoted(type.name)):")
    }
    types += 1
    try write("[")
  }

  mutating func record(_ json: [UInt8]) throws {
    let separator = members == 0 ? "\n" : ",\n"
    members += 1
    try output.append { bytes in
      bytes += separator.utf8
      bytes += json
    }
  }

  mutating func endType() throws {
    try write("\n]")
  }

  mutating func entry(_ id: DictionaryEntryID, kind: String, json: String) throws {
    try openDictionary()
    try write((members == 0 ? "\n" : ",\n") + id.object(kind: kind, json: json))
    members += 1
  }

  mutating func end() throws {
    switch shape {
    case .records:
      try write(types == 0 ? "[]\n" : "\n")
    case .parts:
      try openDictionary()
      try write("\n]}\n")
    }
    try output.flush()
  }

  private mutating func openDictionary() throws {
    guard part == .types else { return }
    part = .dictionary
    members = 0
    try write(types == 0 ? "{\"types\":{},\n\"dictionary\":[" : "\n},\n\"dictionary\":[")
  }

  private mutating func write(_ text: String) throws {
    try output.append { $0 += text.utf8 }
  }
}
