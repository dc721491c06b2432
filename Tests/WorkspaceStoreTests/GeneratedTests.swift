import FlatBufferCoding
import Foundation
import TestSupport
import Testing
import WorkspaceStore

@Suite struct GeneratedTests {
  @Test("Records of defaults agree with their schema")
  func defaults() throws {
    try expectAgreement(Samples.KitchenSink(id: ""))
    try expectAgreement(Samples.IntKeyed(id: .min))
    try expectAgreement(Samples.Composite(region: "", number: 0, kind: .a))
    try expectAgreement(Tests.Item(id: 0, title: ""))
    try expectAgreement(Bench.Doc(title: ""))
  }

  @Test("What flatc makes of JSON is read as the JSON says, and written back with the same meaning")
  func flatc() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let schema = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Schemas/kitchen.fbs")
    // flatc must be told of our attributes.
    let text = try String(contentsOf: schema, encoding: .utf8)
    let head = ["primary", "indexed", "unique", "v"].map { "attribute \"\($0)\";" }.joined()
    try (head + text).write(to: folder.appending(path: "k.fbs"), atomically: true, encoding: .utf8)
    let source = """
      {"id": "k", "b": true, "i8": -128, "u64": 18446744073709551615, "f32": -inf, "f64": nan,
       "color": "Green", "level": "High", "note": "n", "pos": {"x": 1, "y": 2.5, "z": -0.0},
       "mixed": {"a": 1, "b": 2, "c": 3, "flag": true, "color": "Blue"},
       "nested": {"name": "n", "child": {"values": [1, 2]}},
       "content_type": "Image", "content": {"urls": ["u"], "width": 3},
       "v_u8": [1, 255], "v_color": ["Blue", "Red"], "v_struct": [{"x": 1, "y": 0, "z": 0}],
       "v_union_type": ["Text", "Empty"], "v_union": [{"text": "t"}, {}]}
      """
    try source.write(to: folder.appending(path: "k.json"), atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["flatc", "-b", "k.fbs", "k.json"]
    process.currentDirectoryURL = folder
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "flatc refused the text")
    let bytes = try [UInt8](Data(contentsOf: folder.appending(path: "k.bin")))
    let read = try decoded(Samples.KitchenSink.self, bytes)
    var expected = Samples.KitchenSink(id: "k", b: true, i8: -128, u64: .max, f32: -.infinity)
    expected.f64 = read.f64
    #expect(read.f64.isNaN)
    expected.color = .green
    expected.level = .high
    expected.note = "n"
    expected.pos = Samples.Vec3(x: 1, y: 2.5, z: -0.0)
    expected.mixed = Samples.Mixed(a: 1, b: 2, c: 3, flag: true, color: .blue)
    expected.nested = Samples.Nested(name: "n", child: Samples.Leaf(values: [1, 2]))
    expected.content = .image(Samples.Image(urls: ["u"], width: 3))
    expected.vU8 = [1, 255]
    expected.vColor = [.blue, .red]
    expected.vStruct = [Samples.Vec3(x: 1)]
    expected.vUnion = [.text(Samples.Text(text: "t")), .empty(Samples.Empty())]
    #expect(try encoded(read) == encoded(expected))
    let layout = RecordJSON(schema: Samples.KitchenSink.recordType.schema)
    #expect(try json(of: bytes, layout) == json(of: encoded(read), layout))
  }

  @Test("A missing required field is an error that names it")
  func missingField() throws {
    var builder = FlatBufferBuilder()
    builder.startTable(fieldCount: 10)
    builder.finish(builder.endTable())
    let error = #expect(throws: FlatBufferError.self) {
      try decoded(Tests.Item.self, builder.bytes)
    }
    #expect(error?.code == .missingField)
    #expect(error?.description.contains("title") == true)
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Tests.Item.self, from: Data(#"{"id": 1}"#.utf8))
    }
  }

  @Test("A struct's array of another length breaks the contract, and traps")
  func arrayLength() async {
    await #expect(processExitsWith: .failure) {
      var matrix = Shapes.Plane.Matrix()
      matrix.cells.append(1)
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Shapes.Plane.Matrix.self, from: Data(#"{"cells": [1, 2]}"#.utf8))
    }
  }

  @Test("A composite key is a value of the primary fields, in the order of the schema")
  func compositeKey() {
    let record = Samples.Composite(region: "eu", number: -3, kind: .unknown(7))
    #expect(record.id == Samples.Composite.Key(region: "eu", number: -3, kind: .unknown(7)))
    #expect(record.id.keyValues == KeyValues(.text("eu"), [.integer(-3), .integer(7)]))
    #expect(Bench.Doc(title: "t").id == "t")
    #expect(Tests.Item(id: 9, title: "").id.keyValues == KeyValues(.integer(9)))
  }

  @Test("Keywords name the parts of a key")
  func keywordKeys() {
    let record = Awkward.Labels(let: 1, var: 2, `inout`: 3, in: 4)
    #expect(record.id == Awkward.Labels.Key(let: 1, var: 2, `inout`: 3, in: 4))
    #expect(record.id.keyValues == KeyValues(.integer(1), [2, 3, 4].map(KeyValue.integer)))
  }

  @Test("An enum's number without a name is kept; equal numbers are equal values")
  func unknownValues() throws {
    #expect(Samples.Color(rawValue: 1) == .green)
    #expect(Samples.Color.unknown(1) == .green)
    #expect(Set([Samples.Color.unknown(2), .blue]).count == 1)
    #expect(Samples.Color(knownOrUnknown: -4).rawValue == -4)
    #expect(Awkward.Type_.Wide(rawValue: .max) == .high)
    #expect(Shapes.Plane.Fill(rawValue: 0x82) == [.striped, .dotted])
  }

  @Test("A union's member that the schema does not name is read, printed, and refused when saved")
  func unknownMember() throws {
    var sink = Samples.KitchenSink(id: "k")
    sink.content = .unknown(type: 9)
    #expect(throws: FlatBufferError.self) { try encoded(sink) }
    sink.content = nil
    sink.vUnion = [.empty(Samples.Empty()), .unknown(type: 9)]
    #expect(throws: FlatBufferError.self) { try encoded(sink) }
    let workspace = try Workspace(inMemory: Configuration())
    let error = #expect(throws: WorkspaceError.self) {
      try workspace.performChanges { try $0.insert(sink) }
    }
    #expect(error != nil)
    sink.vUnion = [.empty(Samples.Empty()), .unknown(type: 0), .text(Samples.Text())]
    #expect(try decoded(Samples.KitchenSink.self, encoded(sink)) == sink)
    let json = try JSONEncoder().encode(Samples.Content.unknown(type: 9))
    #expect(try JSONDecoder().decode(Samples.Content.self, from: json) == .unknown(type: 9))
  }

  @Test(
    "Generated paths are those of the schema",
    arguments: [
      ("id", Samples.KitchenSink.fields.id.fieldPath),
      ("pos.z", Samples.KitchenSink.fields.pos.z.fieldPath),
      ("nested.child.label", Samples.KitchenSink.fields.nested.child.label.fieldPath),
      ("content", Samples.KitchenSink.fields.content.fieldPath),
      ("content.Image.height", Samples.KitchenSink.fields.contentImage.height.fieldPath),
    ])
  func paths(name: String, path: FieldPath?) throws {
    #expect(try Samples.KitchenSink.recordType.schema.path(named: name) == path)
  }

  /// Expects a record to be one value in Swift, in bytes, and in both ways to JSON.
  private func expectAgreement<R: Record>(_ record: R) throws {
    let bytes = try encoded(record)
    let schema = R.recordType.schema
    try unsafe bytes.withUnsafeBytes { try unsafe schema.verify($0) }
    // NaN differs from itself, so records are compared by their bytes.
    #expect(try encoded(decoded(R.self, bytes)) == bytes)
    let layout = RecordJSON(schema: schema)
    let dynamic = try json(of: bytes, layout)
    let own = try JSONEncoder().encode(record)
    #expect(try encoded(JSONDecoder().decode(R.self, from: Data(dynamic.utf8))) == bytes)
    var builder = FlatBufferBuilder()
    try layout.build(json: String(decoding: own, as: UTF8.self), into: &builder)
    #expect(builder.bytes == bytes)
    let ours = try JSONSerialization.jsonObject(with: own) as? NSDictionary
    let theirs = try JSONSerialization.jsonObject(with: Data(dynamic.utf8)) as? NSDictionary
    #expect(ours == theirs)
    #expect(ours?.allKeys.count == schema.root?.fields.count { $0.isPrinted })
  }

  private func encoded<T: FlatBufferTable>(_ table: T) throws -> [UInt8] {
    var builder = FlatBufferBuilder()
    builder.finish(table.write(to: &builder))
    try builder.check()
    return builder.bytes
  }

  private func decoded<T: FlatBufferTable>(_ type: T.Type, _ bytes: [UInt8]) throws -> T {
    try FlatBuffer.withRoot(of: bytes) { (root) throws(FlatBufferError) in try T(reading: root) }
  }

  private func json(of bytes: [UInt8], _ layout: RecordJSON) throws -> String {
    var output: [UInt8] = []
    try unsafe bytes.withUnsafeBytes { try unsafe layout.write($0, into: &output) }
    return String(decoding: output, as: UTF8.self)
  }
}

extension QueryExpression {
  /// The path of a field; nil for what is calculated.
  fileprivate var fieldPath: FieldPath? {
    if case .field(let path) = node { path } else { nil }
  }
}

extension Schema.Field {
  /// Whether JSON has a member for the field alone.
  fileprivate var isPrinted: Bool {
    !isDeprecated && type.base != .unionType && type.element != .unionType
  }
}
