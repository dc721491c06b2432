import FlatBufferCoding
import Foundation
import TestSupport
import Testing
import WorkspaceStore

/// The JSON and the bytes of a record are the same, whether made by its type or by its schema.
@Suite struct RecordFormTests {
  @Test("Generated code and RecordJSON agree on bytes and JSON", arguments: seeds(6))
  func agreement(seed: UInt64) throws {
    try expectAgreement(of: Samples.KitchenSink.self, seed)
    try expectAgreement(of: Samples.Composite.self, seed)
    try expectAgreement(of: Samples.IntKeyed.self, seed)
    try expectAgreement(of: Tests.Item.self, seed)
    try expectAgreement(of: Bench.Doc.self, seed)
    try expectAgreement(of: Awkward.Type_.Record.self, seed)
  }

  private func expectAgreement<R: Record>(of type: R.Type, _ seed: UInt64) throws {
    let form = RecordJSON(schema: R.recordType.schema)
    var records = RandomRecords(form.schema, seed: seed)
    var builder = FlatBufferBuilder()
    for _ in 0..<40 {
      let text = records.next().text
      builder.reset()
      try form.build(json: text, into: &builder)
      let bytes = builder.bytes
      try form.schema.verify(bytes)
      let record = try FlatBuffer.withRoot(of: bytes) { (root) throws(FlatBufferError) in
        try R(reading: root)
      }
      builder.reset()
      builder.finish(record.write(to: &builder))
      #expect(builder.bytes == bytes, "\(R.self), seed \(seed), \(text)")

      var written: [UInt8] = []
      try unsafe bytes.withUnsafeBytes { try unsafe form.write($0, into: &written) }
      let dynamic = String(decoding: written, as: UTF8.self)
      let encoder = JSONEncoder()
      encoder.outputFormatting = .withoutEscapingSlashes
      let typed = String(decoding: try encoder.encode(record), as: UTF8.self)
      #expect(
        try JSONValue(parsing: typed).comparable == JSONValue(parsing: dynamic).comparable,
        "\(R.self), seed \(seed)")
      // Bytes, as NaN does not equal itself.
      for text in [dynamic, text] {
        let decoded = try JSONDecoder().decode(R.self, from: Data(text.utf8))
        builder.reset()
        builder.finish(decoded.write(to: &builder))
        #expect(builder.bytes == bytes, "\(R.self), seed \(seed), \(text)")
      }
    }
  }
}

extension JSONValue {
  /// Members sorted, and whole numbers as integers, as Foundation writes 1.0 as 1.
  fileprivate var comparable: JSONValue {
    switch self {
    case .real(let value): Int64(exactly: value).map { .integer($0) } ?? self
    case .array(let elements): .array(elements.map(\.comparable))
    case .object(let members):
      .object(
        members.sorted { $0.name < $1.name }.map { Member($0.name, $0.value.comparable) })
    default: self
    }
  }
}
