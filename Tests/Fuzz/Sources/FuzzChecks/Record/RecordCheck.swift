@testable import FlatBufferCoding
@testable import WorkspaceStore

/// What a record type's bytes and JSON promise, for any record of the type.
final class RecordCheck<Value: Record> {
  let json: RecordJSON
  let indexes: [ResolvedPath]
  private let verifier: SchemaVerifier
  private var builder = FlatBufferBuilder()

  init() {
    let schema = Value.recordType.schema
    json = RecordJSON(schema: schema)
    verifier = mustSucceed("a verifier of \(Value.self)") { () throws(FlatBufferError) in
      try SchemaVerifier(schema)
    }
    indexes = schema.indexDefinitions().map { definition in
      mustSucceed("index \(definition.path)") { () throws(FlatBufferError) in
        try schema.resolve(definition.path)
      }
    }
  }

  /// Whether the whole of `bytes` is as the schema says.
  func isVerified(_ bytes: UnsafeRawBufferPointer) -> Bool {
    do throws(FlatBufferError) {
      try unsafe verifier.verify(bytes)
      return true
    } catch {
      return false
    }
  }

  /// Whether the whole of `bytes` is as the schema says.
  func isVerified(_ bytes: [UInt8]) -> Bool {
    unsafe bytes.withUnsafeBytes { unsafe isVerified($0) }
  }

  /// The record in `bytes`, verified or not.
  func decode(_ bytes: UnsafeRawBufferPointer) throws(FlatBufferError) -> Value {
    try unsafe FlatBuffer.withRoot(of: bytes) { (root) throws(FlatBufferError) in
      try Value(reading: root)
    }
  }

  /// The record in bytes that were built here.
  func decodeOwn(_ bytes: [UInt8]) -> Value {
    require(isVerified(bytes), "built bytes of \(Value.self) do not verify")
    return mustSucceed("decoding of built bytes") { () throws(FlatBufferError) in
      try FlatBuffer.withRoot(of: bytes) { (root) throws(FlatBufferError) in
        try Value(reading: root)
      }
    }
  }

  /// The bytes of a record; nil if it holds a member of a union that the schema does not name.
  func write(_ record: Value) -> [UInt8]? {
    builder.reset()
    builder.finish(record.write(to: &builder))
    do throws(FlatBufferError) {
      try builder.check()
      return builder.bytes
    } catch {
      require(error.code == .typeMismatch, "a record that was read can't be written: \(error)")
      return nil
    }
  }

  /// The JSON of verified bytes.
  func text(_ bytes: UnsafeRawBufferPointer) throws(FlatBufferError) -> [UInt8] {
    var text: [UInt8] = []
    try unsafe json.write(bytes, into: &text)
    return text
  }

  /// The JSON of bytes that were built here.
  func textOfOwn(_ bytes: [UInt8]) -> [UInt8] {
    mustSucceed("JSON of built bytes") { () throws(FlatBufferError) in
      try unsafe withRawBytes(of: bytes) { (bytes) throws(FlatBufferError) in
        try unsafe text(bytes)
      }
    }
  }

  /// The bytes that JSON describes.
  func build(_ text: [UInt8]) throws(FlatBufferError) -> [UInt8] {
    builder.reset()
    try unsafe withRawBytes(of: text) { (text) throws(FlatBufferError) in
      try unsafe json.build(json: text, into: &builder)
    }
    return builder.bytes
  }
}
