import FlatBufferCoding
import Foundation

/// Schemas that tests write as text, compiled by `flatc`.
enum RecordSchemas {
  private static let attributes = ["primary", "indexed", "unique", "was", "v"]

  /// The schema of a text, with Dflat's attributes declared before it.
  static func compile(_ text: String) throws -> Schema {
    try Oracle.inFolder { folder in
      let file = folder.appending(path: "schema.fbs")
      let declarations = attributes.map { "attribute \"\($0)\";" }.joined()
      try (declarations + "\n" + text).write(to: file, atomically: false, encoding: .utf8)
      return try compile(file)
    }
  }

  /// The schema of a file, with what `flatc` leaves out unless it is asked.
  static func compile(_ file: URL) throws -> Schema {
    let options = ["--bfbs-builtins", "--bfbs-comments"]
    return try Schema(binary: Oracle.binarySchema(of: file, options))
  }

  /// The schema of a file in `Resources/wire`.
  static func wire(_ name: String) throws -> Schema {
    try compile(Oracle.resource(name))
  }
}

extension Schema {
  /// The schema with its key required, so that random records have one.
  var withRequiredKey: Schema {
    var schema = self
    for object in objects.indices {
      for field in objects[object].fields.indices
      where objects[object].fields[field].attributes.contains(named: "primary") {
        schema.objects[object].fields[field].isRequired = true
      }
    }
    return schema
  }
}

extension RecordJSON {
  /// The JSON of a record.
  func text(of bytes: [UInt8]) throws -> String {
    var output: [UInt8] = []
    try unsafe bytes.withUnsafeBytes { bytes in try unsafe write(bytes, into: &output) }
    return String(decoding: output, as: UTF8.self)
  }

  /// The record of a JSON text.
  func bytes(of text: String) throws -> [UInt8] {
    var builder = FlatBufferBuilder()
    try build(json: text, into: &builder)
    return builder.bytes
  }
}

extension Tree {
  /// What JSON can tell: no empty vectors where absent ones are the same, and one NaN.
  func told(_ schema: Schema) -> Tree {
    schema.root.map { told(schema, $0) } ?? self
  }

  private func told(_ schema: Schema, _ object: Schema.Object) -> Tree {
    switch self {
    case .structure(var bytes):
      Tree.canonicalise(&bytes, 0, schema, object)
      return .structure(bytes)
    case .table(var values):
      for field in object.fields {
        guard let value = values[field.id] else { continue }
        if case .vector(let elements) = value {
          let types = values[field.id - 1]
          if elements.isEmpty, !field.isRequired {
            values[field.id] = nil
            continue
          }
          values[field.id] = .vector(
            elements.enumerated().map { index, element in
              guard case .vector(let types)? = types, field.type.element == .union else {
                return element.told(schema, field.type.element, field.type.index)
              }
              return element.told(schema, member: types[index], field.type.index)
            })
        } else if field.type.base == .union {
          values[field.id] = value.told(schema, member: values[field.id - 1], field.type.index)
        } else {
          values[field.id] = value.told(schema, field.type.base, field.type.index)
        }
      }
      return .table(values)
    default: return self
    }
  }

  private func told(_ schema: Schema, member: Tree?, _ union: Int?) -> Tree {
    guard let type = schema.member(union, member) else { return self }
    return told(schema, type.base, type.index)
  }

  private func told(_ schema: Schema, _ base: Schema.BaseType, _ index: Int?) -> Tree {
    switch self {
    case .scalar(let bits): .scalar(Tree.canonical(bits, base))
    case .structure, .table: index.map { told(schema, schema.objects[$0]) } ?? self
    default: self
    }
  }

  private static func canonical(_ bits: UInt64, _ base: Schema.BaseType) -> UInt64 {
    switch base {
    case .float64: Double(bitPattern: bits).isNaN ? Double.nan.bitPattern : bits
    case .float32:
      Float(bitPattern: UInt32(truncatingIfNeeded: bits)).isNaN
        ? UInt64(Float.nan.bitPattern) : bits
    default: bits
    }
  }

  private static func canonicalise(
    _ bytes: inout [UInt8], _ start: Int, _ schema: Schema, _ object: Schema.Object
  ) {
    for field in object.fields {
      let isArray = field.type.base == .array
      let base = isArray ? field.type.element : field.type.base
      for index in 0..<(isArray ? field.type.fixedLength : 1) {
        if base == .object, let inner = field.type.index.map({ schema.objects[$0] }) {
          let place = start + field.offset + index * inner.byteSize
          canonicalise(&bytes, place, schema, inner)
        } else {
          let place = start + field.offset + index * base.byteSize
          let range = place..<place + base.byteSize
          let bits = bytes[range].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
          let canonical = canonical(bits, base)
          for (offset, at) in range.enumerated() {
            bytes[at] = UInt8(truncatingIfNeeded: canonical >> UInt64(8 * offset))
          }
        }
      }
    }
  }
}
