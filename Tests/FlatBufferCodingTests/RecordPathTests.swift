import FlatBufferCoding
import TestSupport
import Testing

@Suite struct RecordPathTests {
  @Test("A path gives what walking the record gives", arguments: seeds(6))
  func values(seed: UInt64) throws {
    for name in ["kitchen.fbs", "features.fbs"] {
      let schema = try RecordSchemas.wire(name).withRequiredKey
      let paths = try schema.everyPath().map { ($0, try schema.resolve($0)) }
      #expect(paths.count > 30)
      var trees = RandomTrees(schema, seed: seed)
      var builder = FlatBufferBuilder()
      for _ in 0..<60 {
        let tree = trees.next()
        let bytes = tree.bytes(schema, &builder)
        try FlatBuffer.withRoot(of: bytes) { (root) throws(FlatBufferError) in
          for (path, resolved) in paths {
            let value = try resolved.value(in: root).told
            #expect(
              value == tree.value(at: path.steps[...], schema, schema.root),
              "\(schema.name(of: path)), seed \(seed)")
            #expect(value != "null" || resolved.isNullable)
          }
        }
      }
    }
  }

  @Test("Names and paths are two forms of one thing")
  func names() throws {
    let schema = try RecordSchemas.wire("kitchen.fbs")
    for (name, steps) in [
      ("id", [0]), ("pos.x", [20, 0]), ("mixed.color", [21, 4]), ("nested.pos.z", [22, 2, 2]),
      ("nested.child.label", [22, 3, 0]), ("content", [24]), ("content.Text.text", [24, 1, 0]),
      ("content.Image.height", [24, 2, 2]), ("legacy", [25]),
    ] as [(String, [UInt16])] {
      #expect(try schema.path(named: name) == FieldPath(steps), "\(name)")
      #expect(schema.name(of: FieldPath(steps)) == name)
    }
    for path in schema.everyPath() {
      #expect(try schema.path(named: schema.name(of: path)) == path)
    }
    #expect(schema.name(of: FieldPath([22, 9, 1])) == "nested.9.1")
    for name in [
      "", "nope", "id.x", "content_type", "content.Nope", "content.NONE", "pos.", "pos.w", ".id",
      "v_str.x",
    ] {
      let error = #expect(throws: FlatBufferError.self) { try schema.path(named: name) }
      #expect(error?.code == .unknownField, "\(name)")
    }
  }

  @Test("A path that ends at no value, or nowhere, is refused")
  func refused() throws {
    let schema = try RecordSchemas.wire("kitchen.fbs")
    for steps in [
      [], [99], [20], [22], [24, 1], [24, 0], [24, 9], [24, 1, 7], [0, 0], [26], [39, 0], [22, 3],
    ] as [[UInt16]] {
      let error = #expect(throws: FlatBufferError.self) { try schema.resolve(FieldPath(steps)) }
      #expect(error?.code == .invalidSchema, "\(steps)")
    }
  }

  @Test("Indexes are one for each path from the root, not through vectors and recursion")
  func indexes() throws {
    let schema = try RecordSchemas.compile(
      """
      namespace App;
      struct Inner { a:int (indexed); b:float; }
      struct Outer { inner:Inner; c:short (unique); }
      table Leaf { label:string (indexed); back:Node; list:[Leaf]; }
      table Node { leaf:Leaf; outer:Outer; }
      table Text { text:string (unique); size:Inner; }
      union Content { Text, Also:Text, Inner, Node }
      table Root (was: "App.Old, App.Older") {
        key:string (primary); second:int (primary);
        first:Node; leaf:Leaf; content:Content (indexed); plain:Content;
        many:[Leaf]; old:int (deprecated, indexed); mark:ulong (unique); vector:[int] (indexed);
        root:Root;
      }
      root_type Root;
      """)
    let found = schema.indexDefinitions().map {
      schema.name(of: $0.path) + ($0.isUnique ? "!" : "")
    }
    let leaf = ["label", "back.outer.inner.a", "back.outer.c!"]
    let node = ["leaf.label", "outer.inner.a", "outer.c!"]
    let text = ["text!", "size.a"]
    let content = [
      text.map { "Text.\($0)" }, text.map { "Also.\($0)" }, ["Inner.a"], node.map { "Node.\($0)" },
    ].flatMap(\.self)
    #expect(
      found == node.map { "first.\($0)" } + leaf.map { "leaf.\($0)" } + ["content"]
        + content.map { "content.\($0)" } + content.map { "plain.\($0)" } + ["mark!"])
    for definition in schema.indexDefinitions() {
      #expect(throws: Never.self) { try schema.resolve(definition.path) }
    }
    #expect(schema.keyFields(of: try #require(schema.rootIndex)).map(\.name) == ["key", "second"])
    #expect(schema.formerNames == ["App.Old", "App.Older"])
  }

  @Test("A closure has what its root reaches, and serves its records alike")
  func closure() throws {
    let schema = try RecordSchemas.compile(
      """
      namespace A;
      enum Unused:byte { X }
      enum Used:byte { X, Y }
      struct Point { x:int; }
      table Behind { used:Used; point:Point; list:[Root]; }
      table Away { unused:Unused; root:Root; }
      table Nested { text:string; }
      union Any { Behind }
      namespace B;
      table Root { any:A.Any; bytes:[ubyte] (nested_flatbuffer:"A.Nested"); }
      root_type Root;
      file_identifier "ROOT";
      """)
    let root = try #require(schema.rootIndex)
    let closure = schema.closure(ofRoot: root)
    try closure.validate()
    #expect(closure.objects.map(\.name) == ["A.Behind", "A.Nested", "A.Point", "B.Root"])
    #expect(closure.enums.map(\.name) == ["A.Any", "A.Used"])
    #expect(closure.root?.name == "B.Root")
    #expect(closure.fileIdentifier == "ROOT")
    #expect(closure.closure(ofRoot: try #require(closure.rootIndex)) == closure)
    let text =
      #"{"any":{"type":"Behind","value":{"used":"Y","point":{"x":3},"list":[{"any":null,"bytes":"AQ=="}]}},"bytes":""}"#
    let bytes = try RecordJSON(schema: schema).bytes(of: text)
    #expect(try RecordJSON(schema: closure).text(of: bytes) == text)

    let away = try #require(schema.objects.firstIndex { $0.name == "A.Away" })
    let other = schema.closure(ofRoot: away)
    #expect(other.objects.count == 5)
    #expect(other.fileIdentifier.isEmpty)
  }
}

extension PathValue {
  /// The value as text, to compare.
  fileprivate var told: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value ? 1 : 0)"
    case .integer(let value): "\(value)"
    case .unsigned(let value): "\(value)"
    case .real(let value): "\(value)"
    case .text(let bytes): "text \(unsafe Array(bytes))"
    }
  }
}

extension Schema {
  /// Every path that ends at a value, three steps through tables at most.
  fileprivate func everyPath() -> [FieldPath] {
    var found: [FieldPath] = []
    func visit(_ object: Int, _ path: FieldPath, _ depth: Int) {
      for field in objects[object].fields {
        let path = path.appending(UInt16(field.id))
        switch field.type.base {
        case .vector, .array, .unionType: break
        case .object:
          if depth < 3, let target = field.type.index { visit(target, path, depth + 1) }
        case .union:
          found.append(path)
          for value in field.type.index.map({ enums[$0].values }) ?? [] {
            let path = path.appending(UInt16(value.number))
            if value.member.base == .string { found.append(path) }
            if value.member.base == .object, depth < 3, let target = value.member.index {
              visit(target, path, depth + 1)
            }
          }
        default: found.append(path)
        }
      }
    }
    if let rootIndex { visit(rootIndex, FieldPath(), 0) }
    return found
  }
}

extension Tree {
  /// What a path leads to, by walking.
  fileprivate func value(
    at steps: ArraySlice<UInt16>, _ schema: Schema, _ object: Schema.Object?
  ) -> String {
    guard let step = steps.first, let field = object?.fields[Int(step)] else { return "?" }
    let rest = steps.dropFirst()
    let target = field.type.index.flatMap { field.type.base == .object ? schema.objects[$0] : nil }
    switch self {
    case .structure(let bytes):
      let size = target?.byteSize ?? field.type.base.byteSize
      let part = Array(bytes[field.offset..<field.offset + size])
      if target != nil { return Tree.structure(part).value(at: rest, schema, target) }
      let bits = part.reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return Tree.told(bits, field.type.base)
    case .table(let values):
      if field.type.base == .union {
        guard case .scalar(let number)? = values[field.id - 1] else {
          return rest.isEmpty ? "0" : "null"
        }
        guard let chosen = rest.first else { return "\(number)" }
        guard number == UInt64(chosen), let value = values[field.id] else { return "null" }
        if case .string(let bytes) = value { return "text \(bytes)" }
        let member = schema.member(field.type.index, number)?.index.map { schema.objects[$0] }
        return value.value(at: rest.dropFirst(), schema, member)
      }
      guard let value = values[field.id] else {
        guard field.type.base.isScalar, let bits = schema.defaultBits(of: field) else {
          return "null"
        }
        return Tree.told(bits, field.type.base)
      }
      switch value {
      case .scalar(let bits): return Tree.told(bits, field.type.base)
      case .string(let bytes): return "text \(bytes)"
      default: return value.value(at: rest, schema, target)
      }
    default: return "?"
    }
  }

  private static func told(_ bits: UInt64, _ base: Schema.BaseType) -> String {
    switch base {
    case .float32: "\(Double(Float(bitPattern: UInt32(bits))))"
    case .float64: "\(Double(bitPattern: bits))"
    case .int8: "\(Int8(truncatingIfNeeded: bits))"
    case .int16: "\(Int16(truncatingIfNeeded: bits))"
    case .int32: "\(Int32(truncatingIfNeeded: bits))"
    case .int64: "\(Int64(bitPattern: bits))"
    default: "\(bits)"
    }
  }
}
