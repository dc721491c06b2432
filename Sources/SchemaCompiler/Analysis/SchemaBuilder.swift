import FlatBufferCoding

/// Makes a schema of syntax trees: resolves names, numbers fields, lays out structs, checks everything.
struct SchemaBuilder {
  let files: [FileSyntax]
  var log: DiagnosticLog
  /// The declarations of all files.
  let declarations: [Declaration]
  /// Declarations by qualified name; of twins, the first.
  var byName: [String: Int] = [:]
  /// Where each declaration's object or enum stands in the schema.
  var schemaIndex: [Int: Int] = [:]
  var schema = Schema()
  /// Attributes that the files declare.
  let declaredAttributes: Set<String>
  /// What is known of structs' layouts, by declaration.
  var layouts: [Int: StructLayout] = [:]

  init(files: [FileSyntax], log: DiagnosticLog) {
    self.files = files
    self.log = log
    declarations = files.flatMap(\.declarations)
    declaredAttributes = files.reduce(into: []) { $0.formUnion($1.attributes) }
  }

  /// Builds the schema; it is whole only if the log has no errors.
  mutating func build() -> Schema {
    indexDeclarations()
    for index in declarations.indices where schemaIndex[index] != nil {
      if case .enumeration = declarations[index].body { buildEnum(index) }
      if case .union = declarations[index].body { buildUnion(index) }
    }
    for index in declarations.indices where schemaIndex[index] != nil {
      if case .structure = declarations[index].body { _ = layout(of: index, path: []) }
    }
    for index in declarations.indices where schemaIndex[index] != nil {
      if case .table = declarations[index].body { buildTable(index) }
    }
    checkRequiredFields()
    buildRoot()
    checkSwiftNames()
    if !log.hasErrors { checkIndexes() }
    schema.fileIdentifier = files[0].identifier?.text ?? ""
    schema.fileExtension = files[0].fileExtension?.text ?? ""
    return schema
  }

  /// Gives each type its place among the objects or enums, which are sorted by name.
  private mutating func indexDeclarations() {
    var byLowercase: [String: Int] = [:]
    for (index, declaration) in declarations.enumerated() {
      let name = declaration.qualifiedName
      checkTypeName(declaration)
      if let twin = byName[name] {
        log.error(
          "'\(name)' is declared twice; first at \(log.location(declarations[twin].name.range))",
          at: declaration.name.range, remedy: "rename one of them")
        continue
      }
      if let twin = byLowercase[name.lowercased()] {
        let other = declarations[twin]
        log.error(
          "'\(name)' and '\(other.qualifiedName)' (\(log.location(other.name.range))) differ only in case",
          at: declaration.name.range, remedy: "rename one: names of tables in a store ignore case")
      }
      byName[name] = index
      byLowercase[name.lowercased()] = index
    }
    var objects: [Int] = []
    var enums: [Int] = []
    for index in byName.values.sorted(by: { name($0).utf8.lexicographicallyPrecedes(name($1).utf8) }
    ) {
      switch declarations[index].body {
      case .table, .structure:
        schemaIndex[index] = objects.count
        objects.append(index)
      case .enumeration, .union:
        schemaIndex[index] = enums.count
        enums.append(index)
      }
    }
    schema.objects = objects.map { index in
      let attributes = readAttributes(of: index)
      let declaration = declarations[index]
      var isStruct = false
      if case .structure = declaration.body { isStruct = true }
      return Schema.Object(
        name: name(index), isStruct: isStruct, attributes: attributes.recorded,
        documentation: declaration.documentation)
    }
    schema.enums = enums.map { index in
      Schema.Enum(
        name: name(index), underlying: Schema.TypeReference(underlyingType(of: index)),
        documentation: declarations[index].documentation)
    }
  }

  func name(_ declaration: Int) -> String { declarations[declaration].qualifiedName }

  private mutating func checkTypeName(_ declaration: Declaration) {
    let name = declaration.name
    if SchemaBuilder.builtInTypes[name.text] != nil || name.text == "string" {
      log.error(
        "'\(name.text)' is a type of FlatBuffers' own", at: name.range,
        remedy: "choose another name")
    }
    guard case .table = declaration.body else { return }
    let qualified = declaration.qualifiedName.lowercased()
    for prefix in ["__", "sqlite_"] where qualified.hasPrefix(prefix) {
      log.error(
        "a table's name must not start with '\(prefix)': such names are the store's own",
        at: name.range, remedy: "choose another name or namespace")
    }
  }
}
