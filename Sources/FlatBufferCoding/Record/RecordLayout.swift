/// A schema made ready for reading and writing JSON: flat lists of plain values, with every name as UTF-8.
final class RecordLayout: Sendable {
  let schema: Schema
  let objects: [Object]
  let fields: [Field]
  /// The fields of each object, sorted by name: indexes into `fields`.
  let fieldsByName: [Int]
  /// The fields of each table in the order in which a builder adds them.
  let additions: [Addition]
  let enums: [Enum]
  let values: [Value]
  /// The values of each enum, sorted by name: indexes into `values`.
  let valuesByName: [Int]
  /// All names, each as `"name":`.
  let text: [UInt8]

  /// A table or a struct.
  struct Object: Sendable {
    /// In order of id, without deprecated ones and the types of unions.
    let fields: Range<Int>
    let byName: Range<Int>
    let additions: Range<Int>
    /// The number of ids.
    let idCount: Int
    let size: Int
    let alignment: Int
  }

  /// What kind of value a field or element is.
  enum Shape: UInt8, Sendable {
    case scalar, string, structure, table, union, vector, array
    /// A vector or array of bytes, which JSON has as base64.
    case bytes
  }

  /// A field of a table or struct.
  struct Field: Sendable {
    let name: Name
    let id: Int
    /// The offset in a struct.
    let offset: Int
    let shape: Shape
    /// The shape of the elements of a vector or array.
    let element: Shape
    /// The type of the scalar, or of the elements.
    let base: Schema.BaseType
    /// The object, enum or union, of the field or its elements; -1 if it has none.
    let target: Int
    /// The length of an array in a struct.
    let length: Int
    /// The size in bytes in a struct or vector, of one element.
    let size: Int
    /// The alignment of what stands in the table or struct itself.
    let alignment: Int
    let defaultBits: UInt64
    let isOptional: Bool
    /// Whether the field must be there: it is required, a key and a string, or a struct or array in a struct.
    let isRequired: Bool
  }

  /// One field to add to a table.
  struct Addition: Sendable {
    /// An index into `fields`.
    let field: Int
    /// Whether it is the type of the union, and not its value.
    let isType: Bool
  }

  /// An enum or a union.
  struct Enum: Sendable {
    /// In order of number.
    let values: Range<Int>
    let byName: Range<Int>
    let isFlags: Bool
  }

  /// A value of an enum, or a member of a union.
  struct Value: Sendable {
    let name: Name
    let number: Int64
    /// The shape of a union's member; nil for others.
    let shape: Shape?
    /// The object that is a union's member.
    let target: Int
    let size: Int
    let alignment: Int
  }

  /// A name in `text`.
  struct Name: Sendable {
    /// Where `"name":` stands.
    let start: Int32
    let end: Int32
  }

  /// Makes a schema ready.
  ///
  /// - Precondition: The schema is valid.
  /// - Complexity: O(*n* log *n*) for *n* fields and values.
  init(_ schema: Schema) {
    var draft = RecordLayoutDraft(schema: schema)
    draft.make()
    self.schema = schema
    objects = draft.objects
    fields = draft.fields
    fieldsByName = draft.fieldsByName
    additions = draft.additions
    enums = draft.enums
    values = draft.values
    valuesByName = draft.valuesByName
    text = draft.writer.bytes
  }
}
