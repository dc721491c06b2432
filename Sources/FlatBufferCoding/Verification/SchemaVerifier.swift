/// Verifies whole buffers against a schema; made once, used for many.
///
/// A buffer passes when everything that the schema can reach in it is in bounds, aligned, of valid UTF-8 and
/// terminated, when required fields are there and each union's value fits its type. Values of enums and members of
/// unions that the schema does not know pass, as schemas grow; so do fields behind the last one.
///
/// It reads with the readers that everyone uses, on half of their allowance: a buffer that passes can be read whole,
/// field by field, twice over. Time and memory are bounded by that allowance and by `FlatBuffer.maximumDepth`.
package struct SchemaVerifier: Sendable {
  let tables: [[FieldCheck]]
  let unions: [[UnionMember?]]
  let root: Int

  /// Prepares to verify buffers whose root is an object of the schema, by default its root type.
  ///
  /// - Precondition: The schema is valid, as `Schema.validate` says.
  /// - Throws: `invalidSchema` if there is no such table.
  package init(_ schema: Schema, root: Int? = nil) throws(FlatBufferError) {
    guard let root = root ?? schema.rootIndex, schema.objects.indices.contains(root),
      !schema.objects[root].isStruct
    else {
      throw FlatBufferError(code: .invalidSchema, message: "the schema has no such root type")
    }
    self.root = root
    tables = schema.objects.map { object in
      object.isStruct ? [] : object.fields.compactMap { FieldCheck($0, in: schema) }
    }
    unions = schema.enums.map { item in
      guard item.isUnion else { return [] }
      var members = [UnionMember?](repeating: nil, count: 256)
      for value in item.values {
        members[Int(UInt8(truncatingIfNeeded: value.number))] = UnionMember(value, in: schema)
      }
      return members
    }
  }

  /// Verifies one finished buffer.
  ///
  /// - Throws: `outOfBounds`, `misaligned`, `invalidString`, `missingField`, `typeMismatch` or `tooComplex`, with the
  ///   field from the root and the position.
  /// - Complexity: O(*n*) in the number of bytes, unless they are shared; never more than the allowance.
  package func verify(_ bytes: UnsafeRawBufferPointer) throws(FlatBufferError) {
    var allowance = ByteView.allowance(for: bytes.count) / 2
    try unsafe withUnsafeMutablePointer(to: &allowance) { (allowance) throws(FlatBufferError) in
      let view = try unsafe ByteView(bytes, allowance: allowance)
      let table = try TableReader(view, at: view.root(), depth: 1)
      try verify(table, as: root)
    }
  }

  /// Verifies one finished buffer, as the form for raw bytes does.
  ///
  /// - Throws: What that throws.
  package func verify(_ bytes: [UInt8]) throws(FlatBufferError) {
    try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(FlatBufferError) in
      try unsafe verify(UnsafeRawBufferPointer(buffer))
    }
  }

  func verify(_ table: TableReader, as object: Int) throws(FlatBufferError) {
    try table.requireAlignment(table.position, 4)
    try table.requireAlignment(table.vtable, 2)
    let checks = tables[object]
    for index in checks.indices {
      do throws(FlatBufferError) {
        try verify(checks[index], in: table)
      } catch {
        throw error.inside(checks[index].name)
      }
    }
  }
}

extension Schema {
  /// Verifies a whole buffer whose root is an object of the schema, by default its root type.
  ///
  /// For many buffers, make one `SchemaVerifier`.
  ///
  /// - Throws: What `SchemaVerifier` throws.
  package func verify(_ bytes: UnsafeRawBufferPointer, root: Int? = nil) throws(FlatBufferError) {
    try unsafe SchemaVerifier(self, root: root).verify(bytes)
  }
  /// Verifies a whole buffer, as the form for raw bytes does.
  ///
  /// - Throws: What that throws.
  package func verify(_ bytes: [UInt8], root: Int? = nil) throws(FlatBufferError) {
    try SchemaVerifier(self, root: root).verify(bytes)
  }
}
