// What is wrong with a text, and where. The field is added on the way out.
extension RecordJSONBuild {
  /// Where a value starts in the text; a string at its quote.
  func position(_ node: Int) -> Int {
    Int(nodes[node].start) - (nodes[node].kind == .string ? 1 : 0)
  }

  /// A value is of another type.
  func mismatch(_ node: Int, _ expected: String) -> FlatBufferError {
    FlatBufferError(
      code: .typeMismatch, message: "expected \(expected), found \(nodes[node].kind.name)",
      position: position(node))
  }

  /// A number does not fit.
  func outOfRange(_ node: Int, _ expected: String) -> FlatBufferError {
    let number = unsafe String(decoding: text.raw(nodes[node]).prefix(40), as: UTF8.self)
    return FlatBufferError(
      code: .typeMismatch, message: "\(number) is out of range; expected \(expected)",
      position: position(node))
  }

  /// A field is missing, or null, that must be there.
  func missing(_ field: RecordLayout.Field, _ position: Int) -> FlatBufferError {
    FlatBufferError(
      code: .missingField, message: "the field is required",
      field: layout.string(field.name), position: position)
  }

  /// A member's name is there for the second time.
  func repeated(_ key: Int) -> FlatBufferError {
    FlatBufferError(
      code: .invalidJSON, message: "the name is twice in one object",
      field: text.string(nodes[key]), position: position(key))
  }

  /// A member's name is none of the type's fields.
  func unknown(_ key: Int, _ object: Int) -> FlatBufferError {
    let name = text.string(nodes[key])
    let type = layout.schema.objects[object]
    let field = type.fields.first { $0.name == name && !$0.isUnionType }
    return FlatBufferError(
      code: .unknownField,
      message: field == nil
        ? "\(type.name) has no such field" : "the field of \(type.name) is deprecated",
      field: name, position: position(key))
  }
}
