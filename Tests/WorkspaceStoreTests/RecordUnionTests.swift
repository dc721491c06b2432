import FlatBufferCoding
import Foundation
import Testing
import WorkspaceStore

@Suite struct RecordUnionTests {
  @Test("An element of a vector of unions that is NONE is null, and keeps its place, in both forms")
  func noneInVector() throws {
    let text = #"{"id":"k","v_union":[null,{"type":"Text","value":{"text":"t"}},null]}"#
    var builder = FlatBufferBuilder()
    try RecordJSON(schema: Samples.KitchenSink.recordType.schema).build(json: text, into: &builder)
    let bytes = builder.bytes
    let decoded = try JSONDecoder().decode(Samples.KitchenSink.self, from: Data(text.utf8))
    #expect(decoded.vUnion.map(\.kind.rawValue) == [0, 1, 0])
    builder.reset()
    builder.finish(decoded.write(to: &builder))
    try builder.check()
    #expect(builder.bytes == bytes)
    let encoded = try JSONEncoder().encode(decoded)
    #expect(try JSONDecoder().decode(Samples.KitchenSink.self, from: encoded) == decoded)
    let members = try JSONValue(parsing: String(decoding: encoded, as: UTF8.self))["v_union"]
    guard case .array(let elements) = members else {
      Issue.record("v_union is no array")
      return
    }
    #expect(elements.map { $0 == .null } == [true, false, true])
  }
}
