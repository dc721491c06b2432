import FlatBufferCoding

extension SchemaBuilder {
  /// Finds the root type of the file, which must have a key.
  mutating func buildRoot() {
    warnOfUnusedKeys()
    guard let root = files[0].root else { return }
    guard let index = declaration(named: root.name.text, from: root.namespace),
      let place = schemaIndex[index]
    else {
      let tables = declarations.filter { $0.kind == "table" }.map(\.name.text)
      let near = suggestion(for: root.name.text, among: tables)
      log.error(
        "there is no table '\(root.name.text)'", at: root.name.range,
        remedy: near.map { "did you mean '\($0)'?" } ?? "declare it, or name another one")
      return
    }
    let declaration = declarations[index]
    guard case .table(let fields) = declaration.body else {
      log.error(
        "'\(root.name.text)' is \(declaration.kind == "enum" ? "an" : "a") \(declaration.kind); a root type is a table",
        at: root.name.range, remedy: "put it into a table")
      return
    }
    guard declaration.name.range.file == 0 else {
      log.error(
        "'\(root.name.text)' is declared in an included file, \(log.location(declaration.name.range))",
        at: root.name.range, remedy: "write root_type in that file, where the record is generated")
      return
    }
    guard fields.contains(where: { $0.attributes.contains { $0.name.text == "primary" } }) else {
      log.error(
        "'\(root.name.text)' has no key, so a store can't tell its records apart",
        at: root.name.range, remedy: "mark a field, or several, with (primary)")
      return
    }
    schema.rootIndex = place
  }

  /// Warns of keys in tables of the file that no store keeps by themselves.
  private mutating func warnOfUnusedKeys() {
    let root = files[0].root.flatMap { declaration(named: $0.name.text, from: $0.namespace) }
    for declaration in files[0].declarations where byName[declaration.qualifiedName] != root {
      for attribute in declaration.fields.flatMap(\.attributes)
      where attribute.name.text == "primary" && declaration.kind == "table" {
        log.warning(
          "the key has no effect: '\(declaration.name.text)' is not the root type",
          at: attribute.name.range,
          remedy: root == nil
            ? "add: root_type \(declaration.name.text);"
            : "remove it, or move the table to a file with its own root_type")
      }
    }
  }
}
