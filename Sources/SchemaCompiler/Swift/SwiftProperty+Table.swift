import FlatBufferCoding

extension SwiftProperty {
  /// What the property is, where the schema does not say.
  var summary: String {
    var notes: [String] = []
    if isPrimary { notes.append("primary") }
    for name in ["indexed", "unique"] where field.attributes.contains(where: { $0.name == name }) {
      notes.append(name)
    }
    return (["The field `\(field.name)`"] + notes).joined(separator: "; ") + "."
  }

  /// What the initialiser takes if the argument is left out; nil if it can't be.
  func defaultArgument(_ spelling: SwiftSpelling) -> String? {
    if isPrimary { return nil }
    if isVector { return "[]" }
    if isOptional { return "nil" }
    return kind == .scalar || kind == .enumeration ? spelling.defaultValue(of: field) : nil
  }

  /// An expression of the property's type as the stored property has it.
  func boxed(_ value: String) -> String {
    guard isBoxed else { return value }
    return isOptional
      ? "\(value).map(FlatBufferCoding.Boxed.init)" : "FlatBufferCoding.Boxed(\(value))"
  }

  /// The expression that reads the field.
  func tableReading(_ spelling: SwiftSpelling) -> String {
    let id = field.id
    if isVector { return vectorReading }
    let name = SwiftSpelling.quoted(field.name)
    switch kind {
    case .scalar:
      return isOptional
        ? "try table.optionalScalar(\(id))"
        : "try table.scalar(\(id), default: \(spelling.defaultValue(of: field)))"
    case .enumeration:
      return isOptional
        ? "try table.optionalEnumeration(\(id))"
        : "try table.enumeration(\(id), default: \(spelling.defaultValue(of: field)))"
    case .string:
      return isOptional
        ? "try table.string(\(id))" : "try table.requiredString(\(id), named: \(name))"
    case .structure, .table, .union:
      let method = kind == .structure ? "structure" : kind == .table ? "table" : "union"
      let value = "try table.\(method)(\(id), as: \(element).self)"
      return isOptional ? value : "try table.required(\(value), named: \(name))"
    }
  }

  private var vectorReading: String {
    let name = SwiftSpelling.quoted(field.name)
    if kind == .union {
      return field.isRequired
        ? "try table.required(try table.unions(\(field.id), as: \(element).self), named: \(name))"
        : "try table.unions(\(field.id), as: \(element).self) ?? []"
    }
    let method =
      switch kind {
      case .scalar: field.type.element == .uint8 ? "bytes()" : "scalars(\(element).self)"
      case .enumeration: "enumerations(\(element).self)"
      case .string: "strings()"
      case .structure: "structures(\(element).self)"
      case .table, .union: "tables(\(element).self)"
      }
    return field.isRequired
      ? "try table.required(try table.vector(\(field.id)), named: \(name)).\(method)"
      : "try table.vector(\(field.id))?.\(method) ?? []"
  }

  /// The local constant that holds the value that was read; no property's name has this form.
  var read: String { "field_\(field.id)" }

  /// The local constant that holds where the value was written; no property's name has this form.
  private var offset: String { "offset_\(field.id)" }

  /// The statement that writes what the table refers to; nil for what stands in the table itself.
  var offsetWriting: String? {
    if isVector {
      let method =
        switch kind {
        case .scalar: "vector(self.\(code))"
        case .enumeration: "vector(enumerations: self.\(code))"
        case .string: "vector(strings: self.\(code))"
        case .structure: "vector(structs: self.\(code))"
        case .table: "vector(tables: self.\(code))"
        case .union: "vector(unions: self.\(code))"
        }
      return field.isRequired
        ? "let \(offset) = builder.\(method)"
        : "let \(offset) = self.\(code).isEmpty ? nil : builder.\(method)"
    }
    switch kind {
    case .scalar, .enumeration, .structure: return nil
    case .string:
      return isOptional
        ? "let \(offset) = self.\(code).map { builder.string($0) }"
        : "let \(offset) = builder.string(self.\(code))"
    case .table, .union:
      return "let \(offset) = self.\(code)\(isOptional ? "?" : "").write(to: &builder)"
    }
  }

  /// A statement that adds a field to the table.
  struct Addition {
    let id: Int
    let alignment: Int
    let code: String
  }

  /// The statements that add the field to the table; for a union, its type's too.
  func adding(_ spelling: SwiftSpelling) -> [Addition] {
    let id = field.id
    func addition(_ code: String, id: Int, alignment: Int = 4) -> Addition {
      Addition(id: id, alignment: alignment, code: "builder.add(\(id), \(code))")
    }
    if kind == .union, isVector {
      return [
        addition("\(offset)\(field.isRequired ? "" : "?").types", id: id - 1),
        addition("\(offset)\(field.isRequired ? "" : "?").values", id: id),
      ]
    }
    if isVector { return [addition(offset, id: id)] }
    switch kind {
    case .scalar, .enumeration:
      let value =
        isOptional
        ? "self.\(code)" : "self.\(code), default: \(spelling.defaultValue(of: field))"
      return [addition(value, id: id, alignment: field.type.base.byteSize)]
    case .structure:
      let alignment = field.type.index.map { spelling.schema.objects[$0].alignment } ?? 1
      return [addition("structure: self.\(code)", id: id, alignment: alignment)]
    case .union:
      return [
        addition("typeOf: self.\(code), at: \(offset)", id: id - 1, alignment: 1),
        addition(offset, id: id),
      ]
    case .string, .table: return [addition(offset, id: id)]
    }
  }
}
