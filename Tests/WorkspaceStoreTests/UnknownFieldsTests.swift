import FlatBufferCoding
import TestSupport
import Testing

@testable import WorkspaceStore

/// What a newer program has stored in places that an older one does not know: nothing of it is dropped silently.
@Suite struct UnknownFieldsTests {
  /// Where the newer schema has more, as JSON that the newer one reads.
  static let places: [(name: String, json: String)] = [
    ("more", #""more": 5"#),
    ("nested.more", #""nested": {"more": 5}"#),
    ("nested.child.more", #""nested": {"child": {"more": 5}}"#),
    ("v_table.child.more", #""v_table": [{}, {"child": {"more": 5}}]"#),
    ("content.more", #""content": {"type": "Text", "value": {"more": 5}}"#),
    ("content.4", #""content": {"type": "Leaf", "value": {"label": "new"}}"#),
    (
      "v_union.4",
      #""v_union": [{"type": "Empty", "value": {}}, {"type": "Leaf", "value": {"label": "new"}}]"#
    ),
    ("v_union.more", #""v_union": [null, {"type": "Text", "value": {"more": 5}}]"#),
  ]

  /// The schema of a later version: one more field in each table, one more member in the union.
  private func newer() throws -> RecordType {
    var schema = Samples.KitchenSink.recordType.schema
    for place in schema.objects.indices where !schema.objects[place].isStruct {
      let id = schema.objects[place].fields.count
      schema.objects[place].fields.append(
        Schema.Field(name: "more", type: Schema.TypeReference(.int32), id: id, offset: 4 + 2 * id))
    }
    let leaf = try #require(schema.objects.firstIndex { $0.name == "Samples.Leaf" })
    let union = try #require(schema.enums.firstIndex { $0.isUnion })
    schema.enums[union].values.append(
      Schema.EnumValue(
        name: "Leaf", number: 4, member: Schema.TypeReference(.object, index: leaf)))
    return try RecordType(schema: schema)
  }

  private func bytes(_ type: RecordType, _ json: String) throws -> [UInt8] {
    var builder = FlatBufferBuilder()
    try RecordJSON(schema: type.schema).build(json: #"{"id": "k", \#(json)}"#, into: &builder)
    return builder.bytes
  }

  /// The path as the dictionary tells it, which has no names for what it does not know.
  private func unnamed(_ path: String) throws -> String {
    guard path.hasSuffix("more") else { return path }
    let table =
      switch path {
      case "more": "Samples.KitchenSink"
      case "nested.more": "Samples.Nested"
      case "content.more", "v_union.more": "Samples.Text"
      default: "Samples.Leaf"
      }
    let schema = Samples.KitchenSink.recordType.schema
    let object = try #require(schema.objects.first { $0.name == table })
    return "\(path.dropLast(4))#\(object.fields.count)"
  }

  @Test("An older program that saves over an object finds it, wherever it is", arguments: places)
  func rows(_ place: (name: String, json: String)) throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let newer = try newer()
    let bytes = try bytes(newer, place.json)
    try workspace.performChanges { changes in
      _ = try unsafe bytes.withUnsafeBytes { try unsafe changes.insert(newer, $0) }
    }
    try workspace.performChanges { (changes: inout Transaction) throws in
      let old = Samples.KitchenSink(id: "k", b: true)
      for thrown in [
        error { try changes.update(old) }, error { try changes.upsert(old) },
        error { try changes.update(old, to: Samples.KitchenSink(id: "other")) },
      ] {
        #expect(thrown?.code == .unknownFields)
        #expect(thrown?.field == place.name)
      }
    }
    let stored = try workspace.read { (access) throws(WorkspaceError) -> [UInt8]? in
      guard let type = access.connection.catalog.type(for: newer) else { return nil }
      return try unsafe access.connection.withRow(of: type, key: KeyValues(.text("k"))) {
        _, bytes in unsafe [UInt8](bytes)
      }
    }
    #expect(stored == bytes)
  }

  @Test("So does one that sets a record in the dictionary", arguments: places)
  func dictionary(_ place: (name: String, json: String)) throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let bytes = try bytes(newer(), place.json)
    let entry = DictionaryEntryID(namespace: "", key: "k")
    let value = DictionaryValue.record(type: "Samples.KitchenSink", bytes)
    try workspace.performChanges { try $0.core.set(value, for: entry) }
    let old = Samples.KitchenSink(id: "k", b: true)
    try workspace.performChanges { (changes: inout Transaction) throws in
      for thrown in [
        error { try changes.dictionary.set(old, for: "k") },
        error { try changes.dictionary.set(Optional(old), for: "k") },
      ] {
        #expect(thrown?.code == .unknownFields)
        #expect(try thrown?.field == unnamed(place.name))
        #expect(thrown?.key == "k")
      }
      // The transaction goes on.
      try changes.dictionary.set(old, for: "other")
    }
    // What was not read here the transaction looks at; what was, is told at once.
    workspace.dictionary["else", Int.self] = 5
    try workspace.dictionary.set(old, for: "k")
    let late = try #require(throws: WorkspaceError.self) {
      try workspace.dictionary.synchronize()
    }
    #expect(late.code == .unknownFields)
    #expect(late.key == "k")
    #expect(workspace.dictionary["else", Int.self] == 5)
    #expect(try workspace.dictionary.stored("k")?.value == value)
    #expect(error { try workspace.dictionary.set(old, for: "k") }?.code == .unknownFields)
    try workspace.dictionary.synchronize()
    #expect(try workspace.dictionary.value("other", as: Samples.KitchenSink.self) == old)
    let stored = try workspace.read { (access) throws(WorkspaceError) in
      try access.connection.dictionaryValue(entry)
    }
    #expect(stored == value)
    // To replace it by something else, or to remove it, is no oversight.
    try workspace.dictionary.set("text", for: "k")
    try workspace.dictionary.synchronize()
    #expect(try workspace.dictionary.value("k", as: String.self) == "text")
    try workspace.performChanges { try $0.core.set(value, for: entry) }
    try workspace.dictionary.remove("k")
    try workspace.dictionary.set(old, for: "k")
    try workspace.dictionary.synchronize()
    #expect(try workspace.dictionary.value("k", as: Samples.KitchenSink.self) == old)
  }

  @Test("A record that an older program knows whole, and one that is damaged, can be set over")
  func known() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let newer = try newer()
    let old = Samples.KitchenSink(id: "k", b: true)
    let whole = try bytes(newer, #""nested": {"child": {"label": "l"}}, "content": null"#)
    for bytes in [whole, [1, 2, 3]] {
      let value = DictionaryValue.record(type: "Samples.KitchenSink", bytes)
      try workspace.performChanges { changes in
        try changes.core.set(value, for: DictionaryEntryID(namespace: "", key: "k"))
        try changes.dictionary.set(old, for: "k")
      }
      #expect(try workspace.dictionary.value("k", as: Samples.KitchenSink.self) == old)
    }
  }
}
