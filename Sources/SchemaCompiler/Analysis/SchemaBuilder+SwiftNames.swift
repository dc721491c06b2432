import FlatBufferCoding

extension SchemaBuilder {
  /// Reports names that are different in the schema and the same in Swift.
  mutating func checkSwiftNames() {
    var types: [[String]: Int] = [:]
    let namespaces = Set(files.flatMap(\.namespaces).map(SwiftName.namespaceParts))
    for index in byName.values.sorted() {
      let declaration = declarations[index]
      let parts = SwiftName.typeParts(declaration.qualifiedName)
      if let twin = types.updateValue(index, forKey: parts) {
        collision(
          declaration.qualifiedName, name(twin), parts.joined(separator: "."),
          at: declaration.name.range)
      }
      if namespaces.contains(where: { $0.starts(with: parts) }) {
        log.error(
          "'\(declaration.qualifiedName)' is a type and a namespace, which can't share a name in Swift",
          at: declaration.name.range, remedy: "rename one of them")
      }
      if let hidden = namespaces.compactMap(\.first).first(where: {
        $0 == parts.last && parts.count > 1 && $0 != parts.first
      }) {
        log.error(
          "'\(declaration.qualifiedName)' would hide the namespace '\(hidden)' in Swift",
          at: declaration.name.range, remedy: "rename one of them")
      }
      checkMembers(of: declaration)
    }
  }

  /// Reports fields or values of one type that have one name in Swift.
  private mutating func checkMembers(of declaration: Declaration) {
    var members: [String: NameSyntax] = [:]
    let names = declaration.fields.map(\.name) + declaration.values.map(\.name)
    let isObject = declaration.values.isEmpty
    let keys = declaration.fields.filter { $0.attributes.contains { $0.name.text == "primary" } }
    let isRecord = schema.root?.name == declaration.qualifiedName
    for name in names {
      let member =
        isObject
        ? SwiftName.property(
          name.text, isRecord: isRecord, isKey: keys.count == 1 && keys[0].name == name)
        : SwiftName.enumCase(name.text.dotsReplaced)
      guard let twin = members.updateValue(name, forKey: member), twin.text != name.text else {
        continue
      }
      collision(name.text, twin.text, member, at: name.range)
    }
  }

  private mutating func collision(
    _ first: String, _ second: String, _ name: String, at range: SourceRange
  ) {
    log.error(
      "'\(first)' and '\(second)' are both '\(name)' in Swift", at: range,
      remedy: "rename one of them")
  }
}

extension String {
  /// A union's member without a name of its own is named by its type, as flatc does.
  var dotsReplaced: String { split(separator: ".").joined(separator: "_") }
}
