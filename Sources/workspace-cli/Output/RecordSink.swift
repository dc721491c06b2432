import FlatBufferCoding
import WorkspaceStore

/// What takes the parts of a dump, in order, and prints them.
protocol RecordSink: ~Copyable {
  /// A type begins.
  mutating func begin(_ type: StoredType) throws
  /// A record of the type, as its JSON.
  mutating func record(_ json: [UInt8]) throws
  /// The type ends.
  mutating func endType() throws
  /// An entry of the dictionary.
  mutating func entry(_ id: DictionaryEntryID, kind: String, json: String) throws
  /// The dump ends.
  mutating func end() throws
}

/// What a dump consists of, which decides its outer form.
enum DumpShape {
  /// The records of one type, bare.
  case records
  /// Several types, or a dictionary: each part says what it is.
  case parts
}

extension JSONValue {
  /// A string as JSON.
  static func quoted(_ text: String) -> String {
    JSONValue.string(text).text
  }
}
