/// The one JSON form of records, between JSON text and FlatBuffers bytes by their schema alone.
///
/// An object with every field but the deprecated ones, in order of id, under its name in the schema: enums by name (the
/// number where it has none; of `bit_flags` the names with spaces between), unions as `{"type": …, "value": …}`, 64-bit
/// integers exact, infinities and NaN as the strings `Infinity`, `-Infinity`, `NaN`, vectors and arrays of `ubyte` and
/// `byte` as base64. What is absent is null, an absent vector is empty.
///
/// When it is read, members may come in any order; a missing one has its default, and enums may be numbers.
package struct RecordJSON: Sendable {
  let layout: RecordLayout

  /// Makes the form of a schema's root type.
  ///
  /// - Precondition: The schema is valid.
  package init(schema: Schema) {
    layout = RecordLayout(schema)
  }

  /// The schema of the records.
  package var schema: Schema { layout.schema }

  /// Appends the JSON of a record, on one line.
  ///
  /// - Throws: What reading damaged bytes throws, with the field; `missingField` if a required one is absent. Nothing is
  ///   appended then.
  /// - Complexity: O(number of bytes).
  package func write(
    _ bytes: UnsafeRawBufferPointer, into output: inout [UInt8]
  ) throws(FlatBufferError) {
    let root = try requireRoot()
    let count = output.count
    var writer = RecordJSONWriter(layout: layout, writer: JSONWriter(output))
    output = []
    defer { output = writer.writer.bytes }
    do throws(FlatBufferError) {
      try unsafe FlatBuffer.withRoot(of: bytes) { (table) throws(FlatBufferError) in
        try writer.write(table, root)
      }
    } catch {
      writer.writer.bytes.removeSubrange(count...)
      throw error
    }
  }

  /// Builds the record of a JSON text and finishes the buffer.
  ///
  /// The bytes depend on the record alone, not on the order or spacing of the text. For many records a
  /// `RecordJSONReader` saves allocations.
  ///
  /// - Throws: With the field and the byte in the text: `invalidJSON`, `unknownField`, `typeMismatch` (also for numbers out
  ///   of range, and null where nothing may be absent), `missingField`; `tooComplex` for tables nested too deeply. The builder
  ///   must then be reset.
  /// - Precondition: The builder is empty.
  /// - Complexity: O(number of bytes).
  package func build(
    json text: UnsafeRawBufferPointer, into builder: inout FlatBufferBuilder
  ) throws(FlatBufferError) {
    var reader = RecordJSONReader(self)
    try unsafe reader.build(text, into: &builder)
  }

  /// Builds the record of a JSON text, as the form for raw bytes does.
  ///
  /// - Throws: As the form for raw bytes.
  package func build(
    json text: String, into builder: inout FlatBufferBuilder
  ) throws(FlatBufferError) {
    try unsafe Array(text.utf8).withUnsafeBufferPointer { (utf8) throws(FlatBufferError) in
      try unsafe build(json: UnsafeRawBufferPointer(utf8), into: &builder)
    }
  }

  /// The root type's index.
  func requireRoot() throws(FlatBufferError) -> Int {
    guard let root = layout.schema.rootIndex else {
      throw FlatBufferError(code: .invalidSchema, message: "the schema has no root type")
    }
    return root
  }
}
