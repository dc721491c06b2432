extension Schema {
  /// The path of a name: `nested.pos.x`, `content.Text.text` for a field of a union's member, `content` for its type.
  ///
  /// - Throws: `unknownField`, naming the part that does not exist.
  package func path(named name: String) throws(FlatBufferError) -> FieldPath {
    guard var object = rootIndex else {
      throw FlatBufferError(code: .invalidSchema, message: "the schema has no root type")
    }
    var path = FieldPath()
    var parts = name.split(separator: ".", omittingEmptySubsequences: false)[...]
    while let part = parts.popFirst() {
      guard let field = objects[object].fields.first(where: { $0.name == part && !$0.isUnionType })
      else { throw unknown(part, in: objects[object].name, name) }
      path = path.appending(UInt16(truncatingIfNeeded: field.id))
      guard let next = parts.first else { return path }
      switch (field.type.base, field.type.index) {
      case (.object, let target?): object = target
      case (.union, let union?):
        guard let value = enums[union].values.first(where: { $0.name == next && $0.number != 0 })
        else { throw unknown(next, in: enums[union].name, name) }
        path = path.appending(UInt16(truncatingIfNeeded: value.number))
        parts.removeFirst()
        if parts.isEmpty { return path }
        guard value.member.base == .object, let target = value.member.index else {
          throw unknown(parts[parts.startIndex], in: value.name, name)
        }
        object = target
      default: throw unknown(next, in: field.name, name)
      }
    }
    return path
  }

  /// The name of a path, as `path(named:)` reads it; a step that the schema lacks is its number.
  package func name(of path: FieldPath) -> String {
    var names: [String] = []
    var object = rootIndex
    var union: Int?
    for step in path.steps {
      if let values = union.map({ enums[$0].values }) {
        let value = values.first { $0.number == Int64(step) }
        names.append(value?.name ?? "\(step)")
        union = nil
        object = value?.member.base == .object ? value?.member.index : nil
        continue
      }
      guard let fields = object.map({ objects[$0].fields }), Int(step) < fields.count else {
        names.append("\(step)")
        object = nil
        continue
      }
      let field = fields[Int(step)]
      names.append(field.name)
      union = field.type.base == .union ? field.type.index : nil
      object = field.type.base == .object ? field.type.index : nil
    }
    return names.joined(separator: ".")
  }

  private func unknown(
    _ part: Substring, in owner: String, _ name: String
  ) -> FlatBufferError {
    FlatBufferError(
      code: .unknownField, message: "\(owner) has no field or member \"\(part)\"", field: name)
  }
}
