internal import FlatBufferCoding

/// Finds what a record's bytes have and a program's schema does not know.
///
/// A table of a later schema has fields behind those that are known, as ids have no gaps and each field, deprecated or
/// not, keeps its own; a union has a member whose number is not known. All tables that are known are looked into.
struct UnknownFields {
  /// The program's schema.
  let known: Schema
  /// The schema that the bytes were written by, which has the names of what is found; nil where nobody has recorded it.
  var recorded: Schema?

  /// The first such field or member, by names from the root, or by the number of what has no name; nil if all is known.
  ///
  /// - Throws: What is wrong with the bytes.
  func first(in bytes: UnsafeRawBufferPointer) throws(FlatBufferError) -> String? {
    guard let root = known.root else { return nil }
    return try unsafe FlatBuffer.withRoot(of: bytes) { (table) throws(FlatBufferError) in
      try first(in: table, root, recorded?.root)
    }
  }

  /// The same, of bytes in an array.
  func first(in bytes: [UInt8]) throws(FlatBufferError) -> String? {
    guard let root = known.root else { return nil }
    return try FlatBuffer.withRoot(of: bytes) { (table) throws(FlatBufferError) in
      try first(in: table, root, recorded?.root)
    }
  }

  private func first(
    in table: TableReader, _ object: Schema.Object, _ recorded: Schema.Object?
  ) throws(FlatBufferError) -> String? {
    let count = object.fields.count
    for id in count..<max(count, table.fieldCount) where table.isPresent(id) {
      return recorded?.fields.first { $0.id == id }?.name ?? "#\(id)"
    }
    for field in object.fields where table.isPresent(field.id) {
      let recorded = recorded?.fields.first { $0.id == field.id }
      if let inner = try first(in: table, field, recorded) { return "\(field.name).\(inner)" }
    }
    return nil
  }

  private func first(
    in table: TableReader, _ field: Schema.Field, _ recorded: Schema.Field?
  ) throws(FlatBufferError) -> String? {
    switch field.type.base {
    case .object:
      guard let inner = self.table(field.type.index), let value = try table.table(field.id) else {
        return nil
      }
      return try first(in: value, inner, self.recorded(recorded?.type.index))
    case .union:
      let number = try table.scalar(field.id - 1, default: 0 as UInt8)
      return try first(inMember: number, of: field, recorded) { () throws(FlatBufferError) in
        try table.table(field.id)
      }
    case .vector where field.type.element == .object:
      guard let inner = self.table(field.type.index), let vector = try table.vector(field.id) else {
        return nil
      }
      let recorded = self.recorded(recorded?.type.index)
      for place in 0..<vector.count {
        if let found = try first(in: vector.table(at: place), inner, recorded) { return found }
      }
      return nil
    case .vector where field.type.element == .union:
      guard let types = try table.vector(field.id - 1), let vector = try table.vector(field.id)
      else { return nil }
      for place in 0..<min(types.count, vector.count) {
        let number: UInt8 = try types.scalar(at: place)
        let found = try first(inMember: number, of: field, recorded) {
          () throws(FlatBufferError) in
          try vector.table(at: place)
        }
        if let found { return found }
      }
      return nil
    default:
      return nil
    }
  }

  /// The same of a union's member, which is the one with a number; 0 stands for none.
  private func first(
    inMember number: UInt8, of field: Schema.Field, _ recorded: Schema.Field?,
    _ read: () throws(FlatBufferError) -> TableReader?
  ) throws(FlatBufferError) -> String? {
    guard number != 0, let index = field.type.index else { return nil }
    guard let member = known.member(number, ofUnion: index) else { return "\(number)" }
    guard let inner = table(member.index), let value = try read() else { return nil }
    let theirs = recorded?.type.index.flatMap { self.recorded?.member(number, ofUnion: $0) }
    return try first(in: value, inner, self.recorded(theirs?.index))
  }

  /// A table's object; nil for a struct, which never grows, and a string.
  private func table(_ index: Int?) -> Schema.Object? {
    guard let index, !known.objects[index].isStruct else { return nil }
    return known.objects[index]
  }

  private func recorded(_ index: Int?) -> Schema.Object? {
    index.flatMap { recorded?.objects[$0] }
  }
}

extension Schema {
  /// What a number stands for in a union; nil if there is none such.
  fileprivate func member(_ number: UInt8, ofUnion index: Int) -> TypeReference? {
    enums[index].values.first { $0.number == Int64(number) }?.member
  }
}
