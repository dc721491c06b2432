import FlatBufferCoding
import TestSupport

/// Makes random trees of a schema.
struct RandomTrees {
  let schema: Schema
  /// Only what `flatc` writes to JSON and reads back unchanged: numbers with few digits, no −0.0, no NaN, no vectors of
  /// unions.
  let isPrintable: Bool
  var generator: SeededGenerator

  init(_ schema: Schema, seed: UInt64, isPrintable: Bool = false) {
    self.schema = schema
    self.isPrintable = isPrintable
    generator = SeededGenerator(seed: seed)
  }

  mutating func next() -> Tree {
    table(schema.objects[schema.rootIndex ?? 0], depth: 0)
  }

  private mutating func table(_ object: Schema.Object, depth: Int) -> Tree {
    var fields: [Int: Tree] = [:]
    for field in object.fields where !field.isDeprecated {
      let isNeeded = field.isRequired || field.attributes.contains(named: "primary")
      guard isNeeded || Bool.random(using: &generator) else { continue }
      switch field.type.base {
      case .union:
        guard let (number, value) = member(field.type.index, depth: depth) else { continue }
        fields[field.id - 1] = .scalar(number)
        fields[field.id] = value
      case .vector where field.type.element == .union:
        if isPrintable { continue }
        let members = (0..<Int.random(in: 0...3, using: &generator)).map { _ in
          member(field.type.index, depth: depth) ?? (0, .nothing)
        }
        fields[field.id - 1] = .vector(members.map { .scalar($0.0) })
        fields[field.id] = .vector(members.map(\.1))
      case .unionType: continue
      case .vector where field.type.element == .unionType: continue
      case .vector:
        let type = Schema.TypeReference(field.type.element, index: field.type.index)
        let count = Int.random(in: 0...4, using: &generator)
        fields[field.id] = .vector((0..<count).compactMap { _ in value(type, depth: depth + 1) })
      default:
        guard let value = value(field.type, depth: depth) else { continue }
        if case .scalar(let bits) = value, bits == schema.defaultBits(of: field) { continue }
        fields[field.id] = value
      }
    }
    return .table(fields)
  }

  /// A member of a union that is not `NONE`; nil where it would nest too deeply.
  private mutating func member(_ union: Int?, depth: Int) -> (UInt64, Tree)? {
    let members = union.map { schema.enums[$0].values.filter { $0.member.base != .none } } ?? []
    guard let chosen = members.randomElement(using: &generator),
      let value = value(chosen.member, depth: depth)
    else { return nil }
    return (UInt64(chosen.number), value)
  }

  private mutating func value(_ type: Schema.TypeReference, depth: Int) -> Tree? {
    switch type.base {
    case .string: return .string([UInt8](text().utf8))
    case .object:
      let object = schema.objects[type.index ?? 0]
      if object.isStruct {
        var bytes = [UInt8](repeating: 0, count: object.byteSize)
        fill(&bytes, at: 0, object)
        return .structure(bytes)
      }
      return depth < 5 ? table(object, depth: depth + 1) : nil
    default: return .scalar(bits(type))
    }
  }

  private mutating func fill(_ bytes: inout [UInt8], at start: Int, _ object: Schema.Object) {
    for field in object.fields {
      let isArray = field.type.base == .array
      let type =
        isArray ? Schema.TypeReference(field.type.element, index: field.type.index) : field.type
      for index in 0..<(isArray ? field.type.fixedLength : 1) {
        if type.base == .object {
          let inner = schema.objects[type.index ?? 0]
          fill(&bytes, at: start + field.offset + index * inner.byteSize, inner)
        } else {
          let bits = bits(type)
          for byte in 0..<type.base.byteSize {
            bytes[start + field.offset + index * type.base.byteSize + byte] =
              UInt8(truncatingIfNeeded: bits >> (8 * UInt64(byte)))
          }
        }
      }
    }
  }

  private mutating func bits(_ type: Schema.TypeReference) -> UInt64 {
    let size = type.base.byteSize
    let random = generator.next()
    switch type.base {
    case .bool: return random & 1
    case .float32 where isPrintable:
      return UInt64(Float(Int8(truncatingIfNeeded: random)).bitPattern)
    case .float64 where isPrintable:
      return (Double(Int32(truncatingIfNeeded: random)) / 16).bitPattern
    default: break
    }
    if let index = type.index, !random.isMultiple(of: 4),
      let known = schema.enums[index].values.randomElement(using: &generator)
    {
      return UInt64(bitPattern: known.number) & Schema.mask(size)
    }
    let extremes: [UInt64] = [0, 1, .max, 1 << (8 * UInt64(size) - 1), random]
    return (extremes.randomElement(using: &generator) ?? random) & Schema.mask(size)
  }

  private mutating func text() -> String {
    let pieces = [
      "", "a", "\0", "ü", "e\u{301}", "😀", "\"\\/\n\t\r", "long enough to leave the small form",
      "\u{7F}",
    ]
    return (0..<Int.random(in: 0...3, using: &generator)).map { _ in
      pieces.randomElement(using: &generator) ?? ""
    }.joined()
  }
}
