import FlatBufferCoding

/// A field as a property of a generated type.
struct SwiftProperty {
  enum Kind {
    case scalar, enumeration, string, structure, table, union
  }

  let field: Schema.Field
  /// The property's name, without backticks.
  let name: String
  /// What one value is: the field's, or a vector's or array's element's.
  let kind: Kind
  /// The Swift type of one value.
  let element: String
  let isVector: Bool
  /// The length of an array in a struct; 0 for all else.
  let arrayLength: Int
  /// Whether nil stands for the absent field.
  let isOptional: Bool
  /// Whether the value is kept in a box, as its type contains itself.
  let isBoxed: Bool
  let isPrimary: Bool

  /// The name as code has it.
  var code: String { SwiftName.escaped(name) }

  /// The property's type.
  var type: String {
    isVector || arrayLength > 0 ? "[\(element)]" : isOptional ? element + "?" : element
  }

  /// The stored property, which is another one for a boxed value; no field's name has this form.
  var stored: String { isBoxed ? name + "_box" : code }

  /// Whether the vector or array holds bytes, which JSON has as base64.
  var isBytes: Bool {
    kind == .scalar && (field.type.element == .uint8 || field.type.element == .int8)
  }

  /// Whether values are float or double, which JSON can't hold when not finite.
  var isReal: Bool {
    kind == .scalar && (field.type.base.isReal || field.type.element.isReal)
  }

  init(
    _ field: Schema.Field, of object: Schema.Object, in schema: Schema, ofRecord isRecord: Bool,
    isKey: Bool, isBoxed: Bool
  ) {
    let type = field.type
    let isVector = type.base == .vector
    let base = isVector || type.base == .array ? type.element : type.base
    self.field = field
    self.isVector = isVector
    arrayLength = type.base == .array ? type.fixedLength : 0
    isPrimary = field.attributes.contains { $0.name == "primary" }
    name = SwiftName.property(field.name, isRecord: isRecord, isKey: isKey)
    element = SwiftSpelling(schema: schema).element(base, index: type.index)
    switch base {
    case .object:
      kind = type.index.map { schema.objects[$0].isStruct } == true ? .structure : .table
    case .union: kind = .union
    case .string: kind = .string
    default: kind = type.index == nil ? .scalar : .enumeration
    }
    switch kind {
    case .scalar, .enumeration: isOptional = field.isOptional
    case .string: isOptional = !field.isRequired && !isPrimary
    case .structure, .table, .union: isOptional = !field.isRequired && !object.isStruct
    }
    self.isBoxed = isBoxed
  }
}
