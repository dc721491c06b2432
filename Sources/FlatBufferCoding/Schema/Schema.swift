/// What a FlatBuffers schema says: its tables, structs, enums and unions.
///
/// The model mirrors FlatBuffers' own binary schema form (`reflection.fbs`), in which a store
/// records it. Objects and enums are sorted by qualified name, and refer to one another by index.
public struct Schema: Sendable, Hashable {
  /// Tables and structs, sorted by name.
  public var objects: [Object]
  /// Enums and unions, sorted by name.
  public var enums: [Enum]
  /// The root type, as an index into `objects`.
  public var rootIndex: Int?
  /// `file_identifier`, four bytes or empty.
  public var fileIdentifier: String
  /// `file_extension`, or empty.
  public var fileExtension: String

  /// Makes a schema of sorted objects and enums.
  public init(
    objects: [Object] = [], enums: [Enum] = [], rootIndex: Int? = nil, fileIdentifier: String = "",
    fileExtension: String = ""
  ) {
    self.objects = objects
    self.enums = enums
    self.rootIndex = rootIndex
    self.fileIdentifier = fileIdentifier
    self.fileExtension = fileExtension
  }

  /// The root type, where there is one.
  public var root: Object? {
    rootIndex.map { objects[$0] }
  }

  /// A name and its value: `(was: "Old.Name")`; an attribute without a value has "0", as `flatc` writes it.
  public struct Attribute: Sendable, Hashable {
    /// The attribute's name.
    public var name: String
    /// The attribute's value.
    public var value: String

    /// Makes an attribute.
    public init(name: String, value: String = "0") {
      self.name = name
      self.value = value
    }
  }

  /// A table or a struct.
  public struct Object: Sendable, Hashable {
    /// The qualified name, parts joined by a dot.
    public var name: String
    /// The fields in order of id; a struct's in order of offset.
    public var fields: [Field]
    /// Whether this is a struct.
    public var isStruct: Bool
    /// A struct's alignment in bytes; 1 for a table.
    public var alignment: Int
    /// A struct's size in bytes; 0 for a table.
    public var byteSize: Int
    /// Attributes, sorted by name.
    public var attributes: [Attribute]
    /// Lines of documentation (`///`).
    public var documentation: [String]

    /// Makes a table or a struct.
    public init(
      name: String, fields: [Field] = [], isStruct: Bool = false, alignment: Int = 1,
      byteSize: Int = 0, attributes: [Attribute] = [], documentation: [String] = []
    ) {
      self.name = name
      self.fields = fields
      self.isStruct = isStruct
      self.alignment = alignment
      self.byteSize = byteSize
      self.attributes = attributes
      self.documentation = documentation
    }
  }

  /// A field of a table or a struct.
  ///
  /// A union takes two fields, as on the wire: `name_type` (id *n* − 1, `unionType`) and `name` (id *n*, `union`);
  /// a vector of unions likewise.
  public struct Field: Sendable, Hashable {
    /// The field's name in the schema.
    public var name: String
    /// The field's type.
    public var type: TypeReference
    /// The field's id, from zero.
    public var id: Int
    /// In a table the vtable offset (4 + 2 × id); in a struct the offset in bytes.
    public var offset: Int
    /// The default of an integer, bool or enum; an unsigned 64-bit one by its bits.
    public var defaultInteger: Int64
    /// The default of a float or double; schemas are equal when its bits are, as with NaN.
    public var defaultReal: Double {
      get { Double(bitPattern: defaultRealBits) }
      set { defaultRealBits = newValue.bitPattern }
    }
    private var defaultRealBits: UInt64
    /// Whether the field is no longer used.
    public var isDeprecated: Bool
    /// Whether a table must have the field.
    public var isRequired: Bool
    /// Whether an absent scalar is null (`= null`).
    public var isOptional: Bool
    /// Attributes other than those with properties here, sorted by name.
    public var attributes: [Attribute]
    /// Lines of documentation (`///`).
    public var documentation: [String]

    /// Makes a field.
    public init(
      name: String, type: TypeReference, id: Int, offset: Int, defaultInteger: Int64 = 0,
      defaultReal: Double = 0, isDeprecated: Bool = false, isRequired: Bool = false,
      isOptional: Bool = false, attributes: [Attribute] = [], documentation: [String] = []
    ) {
      self.name = name
      self.type = type
      self.id = id
      self.offset = offset
      self.defaultInteger = defaultInteger
      self.defaultRealBits = defaultReal.bitPattern
      self.isDeprecated = isDeprecated
      self.isRequired = isRequired
      self.isOptional = isOptional
      self.attributes = attributes
      self.documentation = documentation
    }
  }

  /// The type of a field, of a vector's elements, of an enum's values or of a union's member.
  public struct TypeReference: Sendable, Hashable {
    /// The type on the wire.
    public var base: BaseType
    /// The type of a vector's or array's elements; `none` for others.
    public var element: BaseType
    /// The object (base or element `object`) or enum (integers of an enum, `unionType`, `union`), by index.
    public var index: Int?
    /// The length of a fixed array in a struct; 0 for others.
    public var fixedLength: Int

    /// Makes a reference to a type.
    public init(
      _ base: BaseType, element: BaseType = .none, index: Int? = nil, fixedLength: Int = 0
    ) {
      self.base = base
      self.element = element
      self.index = index
      self.fixedLength = fixedLength
    }
  }

  /// The types on the wire, numbered as in `reflection.fbs`.
  public enum BaseType: UInt8, Sendable, Hashable, CaseIterable {
    case none, unionType, bool, int8, uint8, int16, uint16, int32, uint32, int64, uint64
    case float32, float64, string, vector, object, union, array
  }

  /// An enum or a union.
  public struct Enum: Sendable, Hashable {
    /// The qualified name, parts joined by a dot.
    public var name: String
    /// The values, in order of their number.
    ///
    /// A union has `NONE` as 0.
    public var values: [EnumValue]
    /// Whether this is a union.
    public var isUnion: Bool
    /// The integer that holds a value; `unionType` for a union.
    public var underlying: TypeReference
    /// Attributes, sorted by name; `bit_flags` among them.
    public var attributes: [Attribute]
    /// Lines of documentation (`///`).
    public var documentation: [String]

    /// Makes an enum or a union.
    public init(
      name: String, values: [EnumValue] = [], isUnion: Bool = false, underlying: TypeReference,
      attributes: [Attribute] = [], documentation: [String] = []
    ) {
      self.name = name
      self.values = values
      self.isUnion = isUnion
      self.underlying = underlying
      self.attributes = attributes
      self.documentation = documentation
    }
  }

  /// A value of an enum, or a member of a union.
  public struct EnumValue: Sendable, Hashable {
    /// The value's name.
    public var name: String
    /// The value's number; an unsigned 64-bit one by its bits.
    public var number: Int64
    /// The type of a union's member; `none` for enums and for `NONE`.
    public var member: TypeReference
    /// Lines of documentation (`///`).
    public var documentation: [String]

    /// Makes a value or a member.
    public init(
      name: String, number: Int64, member: TypeReference = TypeReference(.none),
      documentation: [String] = []
    ) {
      self.name = name
      self.number = number
      self.member = member
      self.documentation = documentation
    }
  }
}
