import FlatBufferCoding
import TestSupport

/// Makes random records of a schema, as JSON.
struct RandomRecords {
  let schema: Schema
  var generator: SeededGenerator

  init(_ schema: Schema, seed: UInt64) {
    self.schema = schema
    generator = SeededGenerator(seed: seed)
  }

  mutating func next() -> JSONValue {
    object(schema.rootIndex ?? 0, depth: 0)
  }

  private mutating func object(_ index: Int, depth: Int) -> JSONValue {
    let object = schema.objects[index]
    var members: [JSONValue.Member] = []
    for field in object.fields {
      let type = field.type
      guard !field.isDeprecated, type.base != .unionType, type.element != .unionType else {
        continue
      }
      let isNeeded =
        field.isRequired || field.attributes.contains { $0.name == "primary" }
        || (object.isStruct && !type.base.isScalar)
      guard isNeeded || Bool.random(using: &generator) else { continue }
      members.append(JSONValue.Member(field.name, value(type, depth: depth)))
    }
    return .object(members.shuffled(using: &generator))
  }

  private mutating func value(_ type: Schema.TypeReference, depth: Int) -> JSONValue {
    switch type.base {
    case .vector, .array:
      let longest = depth < 3 ? 4 : 0
      let count =
        type.base == .array ? type.fixedLength : Int.random(in: 0...longest, using: &generator)
      let element = Schema.TypeReference(type.element, index: type.index)
      if type.index == nil, type.element == .uint8 || type.element == .int8 {
        return .string(
          Base64.encode((0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }))
      }
      var elements: [JSONValue] = []
      for _ in 0..<count { elements.append(value(element, depth: depth + 1)) }
      return .array(elements)
    case .object: return object(type.index ?? 0, depth: depth + 1)
    case .union:
      let members = schema.enums[type.index ?? 0].values.filter { $0.member.base != .none }
      // Deep down the last, which for these schemas is a leaf.
      let chosen = depth < 3 ? members.randomElement(using: &generator) : members.last
      guard let chosen else { return .null }
      return .object([
        JSONValue.Member("type", .string(chosen.name)),
        JSONValue.Member("value", value(chosen.member, depth: depth + 1)),
      ])
    case .string:
      let texts = ["", "a", "a\0b", "ü\n\"", "😀", "a text with more than fifteen bytes"]
      return .string(texts.randomElement(using: &generator) ?? "")
    default: return scalar(type)
    }
  }

  private mutating func scalar(_ type: Schema.TypeReference) -> JSONValue {
    let bits = generator.next()
    if let index = type.index, !bits.isMultiple(of: 4),
      let known = schema.enums[index].values.randomElement(using: &generator)
    {
      return .string(known.name)
    }
    let shift = UInt64.random(in: 0..<64, using: &generator)
    switch type.base {
    case .bool: return .bool(bits & 1 == 1)
    case .int8: return .integer(Int64(Int8(truncatingIfNeeded: bits)))
    case .uint8: return .integer(Int64(UInt8(truncatingIfNeeded: bits)))
    case .int16: return .integer(Int64(Int16(truncatingIfNeeded: bits)))
    case .uint16: return .integer(Int64(UInt16(truncatingIfNeeded: bits)))
    case .int32: return .integer(Int64(Int32(truncatingIfNeeded: bits)))
    case .uint32: return .integer(Int64(UInt32(truncatingIfNeeded: bits)))
    case .int64: return .integer(Int64(bitPattern: bits) >> Int64(shift))
    case .uint64:
      return Int64(exactly: bits >> shift).map { .integer($0) } ?? .unsigned(bits >> shift)
    case .float32:
      let real = Float(bitPattern: UInt32(truncatingIfNeeded: bits))
      return real.isFinite ? .real(Double(real)) : .string("Infinity")
    default:
      let real = Double(bitPattern: bits)
      return real.isFinite ? .real(real) : .string("-Infinity")
    }
  }
}
