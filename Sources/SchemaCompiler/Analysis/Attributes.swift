/// What is known of the attributes that schemas may use without declaring them.
struct KnownAttribute {
  /// What an attribute can be attached to.
  enum Place: String {
    case table = "tables"
    case structure = "structs"
    case enumeration = "enums"
    case union = "unions"
    case tableField = "fields of tables"
    case structField = "fields of structs"
  }

  enum Value { case none, number, text, any }

  enum Effect {
    /// It means something here; `isRecorded` if the schema has no property of its own for it.
    case meaning(isRecorded: Bool)
    /// It has no effect here, and needs none.
    case harmless
    /// It has no effect here, which is worth a warning.
    case ignored(String)
  }

  let places: [Place]
  let value: Value
  let effect: Effect

  private static func ignored(_ reason: String) -> KnownAttribute {
    KnownAttribute(
      places: [.table, .structure, .enumeration, .union, .tableField, .structField], value: .any,
      effect: .ignored(reason))
  }

  private static func meaning(
    _ places: [Place], _ value: Value = .none, isRecorded: Bool = true
  ) -> KnownAttribute {
    KnownAttribute(places: places, value: value, effect: .meaning(isRecorded: isRecorded))
  }

  /// Dflat's attributes, ours, and those of FlatBuffers.
  static let all: [String: KnownAttribute] = [
    "primary": .meaning([.tableField]),
    "indexed": .meaning([.tableField, .structField]),
    "unique": .meaning([.tableField, .structField]),
    "v": .meaning([.table], .text),
    "was": .meaning([.table, .structure, .enumeration, .union], .text),
    "deprecated": .meaning([.tableField], .any, isRecorded: false),
    "required": .meaning([.tableField], isRecorded: false),
    "id": .meaning([.tableField], .number, isRecorded: false),
    "force_align": .meaning([.structure], .number, isRecorded: false),
    "bit_flags": .meaning([.enumeration]),
    "key": KnownAttribute(places: [.tableField, .structField], value: .any, effect: .harmless),
    "shared": .ignored("equal strings are not shared"),
    "hash": .ignored("names are not hashed, neither here nor in JSON"),
    "nested_flatbuffer": .ignored("the bytes are kept as they are"),
    "flexbuffer": .ignored("the bytes are kept as they are"),
    "original_order": .ignored("fields are written in the order that needs least padding"),
    "private": .ignored("generated types are public"),
    "streaming": .ignored("services have no effect here"),
    "idempotent": .ignored("services have no effect here"),
    "csharp_partial": .ignored("it is for C#"),
    "cpp_type": .ignored("it is for C++"),
    "cpp_ptr_type": .ignored("it is for C++"),
    "cpp_ptr_type_get": .ignored("it is for C++"),
    "cpp_str_type": .ignored("it is for C++"),
    "cpp_str_flex_ctor": .ignored("it is for C++"),
    "native_inline": .ignored("it is for C++"),
    "native_default": .ignored("it is for C++"),
    "native_custom_alloc": .ignored("it is for C++"),
    "native_type": .ignored("it is for C++"),
    "native_type_pack_name": .ignored("it is for C++"),
  ]
}
