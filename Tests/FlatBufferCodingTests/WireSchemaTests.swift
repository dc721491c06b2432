import FlatBufferCoding
import Foundation
import TestSupport
import Testing

@Suite struct WireSchemaTests {
  static let names = ["kitchen", "features", "reflection"]

  @Test("A schema that flatc wrote says what its text says")
  func content() throws {
    let schema = try Schema(
      binary: Oracle.binarySchema(of: Oracle.resource("features.fbs"), ["--bfbs-comments"]))
    #expect(schema.root?.name == "Wire.Features.Features")
    #expect(schema.fileIdentifier == "FEAT")
    #expect(schema.fileExtension == "feat")
    let node = try #require(schema.objects.first { $0.name == "Wire.Features.Node" })
    #expect(node.attributes == [.init(name: "mark", value: "n")])
    #expect(node.documentation == [" A node.", " It may hold another one."])
    #expect(node.fields.map(\.name) == ["name", "next", "nest", "wide"])
    #expect(node.fields[0].attributes == [.init(name: "mark")])
    #expect(node.fields[0].documentation == [" The name."])
    let keyed = try #require(schema.objects.first { $0.name == "Wire.Features.Keyed" })
    #expect(keyed.fields[0].attributes == [.init(name: "key"), .init(name: "mark")])
    let nest = try #require(schema.objects.first { $0.name == "Wire.Features.Nest" })
    #expect(nest.isStruct && nest.alignment == 8 && nest.byteSize == 72)
    #expect(nest.fields.map(\.offset) == [0, 8, 24, 32, 64, 68])
    #expect(nest.fields[2].type == .init(.array, element: .int16, fixedLength: 3))
    #expect(nest.fields[4].type.index != nil)
    let any = try #require(schema.enums.first { $0.name == "Wire.Features.Any" })
    #expect(any.isUnion)
    #expect(any.values.map(\.name) == ["NONE", "Node", "P", "Text", "Second", "Other", "W"])
    #expect(any.values[3].member == .init(.string))
    let root = try #require(schema.root)
    let fields = Dictionary(uniqueKeysWithValues: root.fields.map { ($0.name, $0) })
    #expect(fields["sign"]?.defaultInteger == -5)
    #expect(fields["d"]?.defaultReal == 1e300)
    #expect(fields["oi"]?.isOptional == true)
    #expect(fields["texts"]?.isOptional == false)
    #expect(fields["name"]?.isRequired == true)
    #expect(fields["old"]?.isDeprecated == true)
    #expect(fields["any"]?.id == 1)
    #expect(fields["any_type"]?.type.base == .unionType)
    #expect(fields["anys_type"]?.type.element == .unionType)
  }

  @Test(
    "Written and read again, a schema is the same, and its bytes depend on it alone",
    arguments: names)
  func roundTrip(name: String) throws {
    let schema = try Schema(
      binary: Oracle.binarySchema(
        of: Oracle.resource("\(name).fbs"), ["--bfbs-comments", "--bfbs-builtins"]))
    let bytes = schema.binary()
    #expect(try Schema(binary: bytes) == schema)
    #expect(try Schema(binary: bytes).binary() == bytes)
  }

  @Test(
    "Real defaults are kept by their bits",
    arguments: [Double.nan, -0.0, .infinity, .leastNonzeroMagnitude])
  func realDefault(value: Double) throws {
    var schema = try WireFlatcTests.schema("features.fbs")
    let root = try #require(schema.rootIndex)
    let field = try #require(schema.objects[root].fields.firstIndex { $0.name == "d" })
    schema.objects[root].fields[field].defaultReal = value
    let back = try Schema(binary: schema.binary())
    #expect(back == schema)
    #expect(back.objects[root].fields[field].defaultReal.bitPattern == value.bitPattern)
  }

  @Test("Defaults of unsigned 64-bit fields are kept by their bits")
  func unsignedDefault() throws {
    var schema = try WireFlatcTests.schema("features.fbs")
    let root = try #require(schema.rootIndex)
    schema.objects[root].fields[4].defaultInteger = -1
    #expect(try Schema(binary: schema.binary()) == schema)
  }

  @Test("flatc sees in a schema written here what it wrote itself", arguments: names)
  func dumped(name: String) throws {
    let theirs = try Oracle.binarySchema(of: Oracle.resource("\(name).fbs"), ["--bfbs-comments"])
    let ours = try Schema(binary: theirs).binary()
    let texts = try Oracle.json(of: [theirs, ours], schema: Oracle.resource("reflection.fbs"))
    let objects = try texts.map {
      Self.comparable(try JSONSerialization.jsonObject(with: Data($0.utf8)))
    }
    let first = try #require(objects[0] as? NSDictionary)
    let second = try #require(objects[1] as? NSDictionary)
    #expect(first == second)
  }

  /// A dumped schema without what is not kept (files and services) and without empty lists and texts.
  private static func comparable(_ value: Any) -> Any? {
    switch value {
    case let object as [String: Any]:
      return object.compactMapValues(comparable).filter {
        !["declaration_file", "services", "fbs_files"].contains($0.key)
      } as NSDictionary
    case let list as [Any]:
      return list.isEmpty ? nil : list.compactMap(comparable) as NSArray
    case let text as String: return text.isEmpty ? nil : text
    default: return value
    }
  }

  @Test(
    "flatc uses a schema written here to read and write data", arguments: ["kitchen", "features"])
  func used(name: String) throws {
    let schema = try WireFlatcTests.schema("\(name)-without-unions.fbs")
    var trees = RandomTrees(schema, seed: 7, isPrintable: true)
    var builder = FlatBufferBuilder()
    let built = (0..<40).map { _ in trees.next().bytes(schema, &builder) }
    let expected = try Oracle.json(
      of: built, schema: Oracle.resource("\(name)-without-unions.fbs"))
    try Oracle.inFolder { folder in
      let file = folder.appending(path: "ours.bfbs")
      try Data(schema.binary()).write(to: file)
      let texts = try Oracle.json(of: built, schema: file)
      // Without the built-in attributes, which are not in a binary schema, flags are numbers.
      if name == "kitchen" { #expect(texts == expected) }
      let again = try Oracle.binary(of: texts, schema: file)
      for (bytes, other) in zip(built, again) {
        #expect(try Tree(reading: bytes, schema) == Tree(reading: other, schema))
      }
    }
  }

  @Test("Schemas that contradict themselves are refused", arguments: Contradiction.allCases)
  func refused(contradiction: Contradiction) throws {
    var schema = try WireFlatcTests.schema("features.fbs")
    try contradiction.apply(&schema)
    let error = #expect(throws: FlatBufferError.self) { try Schema(binary: schema.binary()) }
    #expect(error?.code == .invalidSchema, "\(contradiction)")
  }

  enum Contradiction: CaseIterable {
    case unsorted, twins, gapInIds, indexOutside, structInItself, tableInStruct, fieldBeyondStruct
    case misalignedField, hugeStruct, emptyStruct, oddAlignment, unionWithoutType, vectorOfVectors
    case rootIsStruct, unionOfScalars, endlessArray, enumOfFloats, twinFields, twinValues

    func apply(_ schema: inout Schema) throws {
      let root = try #require(schema.rootIndex)
      let nest = try #require(schema.objects.firstIndex { $0.name.hasSuffix("Nest") })
      let union = try #require(schema.enums.firstIndex { $0.isUnion })
      switch self {
      case .unsorted: schema.enums.swapAt(0, 1)
      case .twins: schema.enums[1].name = schema.enums[0].name
      case .gapInIds: schema.objects[root].fields.remove(at: 3)
      case .indexOutside: schema.objects[root].fields[2].type.index = 99
      case .structInItself: schema.objects[nest].fields[1].type.index = nest
      case .tableInStruct: schema.objects[nest].fields[1].type.index = root
      case .fieldBeyondStruct: schema.objects[nest].fields[5].offset = 72
      case .misalignedField: schema.objects[nest].fields[1].offset = 7
      case .hugeStruct: schema.objects[nest].byteSize = 1 << 30
      case .emptyStruct: schema.objects[nest].byteSize = 0
      case .oddAlignment: schema.objects[nest].alignment = 3
      case .unionWithoutType: schema.objects[root].fields[0].type = .init(.uint8)
      case .vectorOfVectors: schema.objects[root].fields[18].type.element = .vector
      case .rootIsStruct: schema.objects[root].isStruct = true
      case .unionOfScalars: schema.enums[union].values[1].member = .init(.int32)
      case .endlessArray: schema.objects[nest].fields[2].type.fixedLength = 65_535
      case .twinFields: schema.objects[root].fields[3].name = schema.objects[root].fields[2].name
      case .twinValues: schema.enums[union].values[2].number = 1
      case .enumOfFloats: schema.enums[0].underlying = .init(.float64)
      }
    }
  }
}
