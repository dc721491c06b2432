/// A path that is ready to be followed in records, without a look at the schema.
package struct ResolvedPath: Sendable {
  /// The type of the field that the path ends at.
  package let fieldType: Schema.TypeReference
  /// Whether the field itself can be null: a string that is not required, or an optional scalar.
  ///
  /// With tables, structs or unions on the way, any field can.
  package let isNullable: Bool

  private let hops: [Hop]
  private let leaf: Leaf

  /// A table to go through: that of a field, or of one member of a union.
  struct Hop: Sendable {
    let id: Int
    /// The member's number; 0 where the field is no union.
    let member: UInt8
  }

  /// The last reads.
  struct Leaf: Sendable {
    enum Place: Sendable {
      case field
      /// In a struct that stands in the table.
      case structure
      /// In a struct that is a member of a union.
      case unionStructure
      /// A string, of a field or as a member of a union.
      case string
    }

    var place: Place
    /// The field of the last table: the scalar, the string, or the struct.
    var id: Int
    /// The member of the union that the field must hold; 0 where it is no union.
    var member: UInt8 = 0
    var base: Schema.BaseType
    var defaultBits: UInt64 = 0
    var isOptional = false
    /// The offset in the outermost struct, and that struct's size.
    var offset = 0
    var size = 0
  }

  /// Makes a path of what `Schema.resolve` found.
  init(fieldType: Schema.TypeReference, hops: [Hop], leaf: Leaf, isRequired: Bool) {
    self.fieldType = fieldType
    self.hops = hops
    self.leaf = leaf
    isNullable =
      switch leaf.place {
      case .structure, .unionStructure: true
      case .string: !hops.isEmpty || leaf.member != 0 || !isRequired
      case .field: !hops.isEmpty || leaf.isOptional
      }
  }

  /// The value in one record.
  ///
  /// An absent scalar has its default; a union gives its type, 0 for `NONE`. Nothing is allocated.
  ///
  /// - Throws: What reading damaged bytes throws.
  /// - Complexity: O(number of tables on the way).
  package func value(in root: TableReader) throws(FlatBufferError) -> PathValue {
    hops.isEmpty ? try FlatPath(leaf: leaf).value(in: root) : try follow(from: root)
  }

  private func follow(from root: TableReader) throws(FlatBufferError) -> PathValue {
    var table = root
    for hop in hops {
      if hop.member != 0, try table.scalar(hop.id - 1, default: UInt8(0)) != hop.member {
        return .null
      }
      guard let next = try table.table(hop.id) else { return .null }
      table = next
    }
    return try FlatPath(leaf: leaf).value(in: table)
  }

  /// The path without references, if it goes through no other table.
  package var flat: FlatPath? {
    hops.isEmpty ? FlatPath(leaf: leaf) : nil
  }
}

/// A path that ends in the table where it begins.
///
/// It holds no reference, so that a copy costs nothing.
package struct FlatPath: Sendable {
  let leaf: ResolvedPath.Leaf

  /// The value in one record, or in the table that the path is followed from.
  ///
  /// - Throws: What reading damaged bytes throws.
  package func value(in table: TableReader) throws(FlatBufferError) -> PathValue {
    if leaf.place == .field {
      if let bits = try TableField(table: table, id: leaf.id).bits(leaf.base) {
        return PathValue(bits, leaf.base)
      }
      return leaf.isOptional ? .null : PathValue(leaf.defaultBits, leaf.base)
    }
    if leaf.member != 0, try table.scalar(leaf.id - 1, default: UInt8(0)) != leaf.member {
      return .null
    }
    if leaf.place == .string {
      guard let text = try unsafe table.stringBytes(leaf.id) else { return .null }
      return unsafe .text(text)
    }
    let structure =
      leaf.place == .structure
      ? try table.structure(leaf.id, size: leaf.size)
      : try table.unionStructure(leaf.id, size: leaf.size)
    guard let structure,
      let bits = try StructField(structure: structure, offset: leaf.offset).bits(leaf.base)
    else { return .null }
    return PathValue(bits, leaf.base)
  }

  /// The path as an integer of the table that an `Int64` can hold, any but a `ulong`; nil if it is another.
  package var integer: IntegerField? {
    switch leaf.base {
    case .int8, .uint8, .unionType, .int16, .uint16, .int32, .uint32, .int64:
      guard leaf.place == .field else { return nil }
      let defaultValue = leaf.isOptional ? nil : Int64(bitPattern: leaf.defaultBits)
      return IntegerField(id: leaf.id, base: leaf.base, defaultValue: defaultValue)
    default: return nil
    }
  }
}
