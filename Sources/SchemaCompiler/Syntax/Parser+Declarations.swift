extension Parser {
  /// One declaration of the file.
  mutating func declaration() throws(Failure) {
    guard current.kind == .identifier else {
      if current.isPunctuation("{") {
        log.error(
          "data is not part of a schema", at: current.range,
          remedy: "keep JSON objects in files of their own")
        throw Failure()
      }
      throw failure("a declaration", remedy: "begin with table, struct, enum, union, …")
    }
    switch text(of: current) {
    case "include": try include()
    case "namespace": try openNamespace()
    case "table", "struct": try object()
    case "enum": try enumeration()
    case "union": try union()
    case "root_type": try rootType()
    case "attribute": try attributeDeclaration()
    case "file_identifier": try fileIdentifier()
    case "file_extension": try fileExtension()
    case "rpc_service": try service()
    case "native_include": try nativeInclude()
    default:
      let near = suggestion(for: text(of: current), among: Self.keywords)
      throw failure(
        "a declaration",
        remedy: near.map { "did you mean '\($0)'?" } ?? "begin with table, struct, enum, union, …")
    }
  }

  private mutating func include() throws(Failure) {
    let keyword = take()
    let path = try string("a file's name after 'include'")
    if !syntax.declarations.isEmpty || !syntax.namespaces.isEmpty {
      log.error(
        "includes stand before everything else", at: keyword.range.through(path.range),
        remedy: "move it to the top of the file")
    }
    syntax.includes.append(path)
    try expect(";", "after the file's name")
  }

  private mutating func openNamespace() throws(Failure) {
    take()
    if take(";") {
      namespace = []
      return
    }
    namespace = try qualifiedName("a namespace's name").parts
    syntax.namespaces.append(namespace)
    try expect(";", "after the namespace")
  }

  private mutating func rootType() throws(Failure) {
    take()
    let name = try qualifiedName("a table's name after 'root_type'")
    if let first = syntax.root {
      log.error(
        "the file has a root type already: '\(first.name.text)' (\(log.location(first.name.range)))",
        at: name.range, remedy: "keep one root_type; give each record a file of its own")
    } else {
      syntax.root = (name, namespace)
    }
    try expect(";", "after the root type")
  }

  private mutating func attributeDeclaration() throws(Failure) {
    take()
    if case .string(let text) = current.kind {
      take()
      syntax.attributes.insert(text)
    } else {
      syntax.attributes.insert(try identifier("an attribute's name").text)
    }
    try expect(";", "after the attribute's name")
  }

  private mutating func fileIdentifier() throws(Failure) {
    take()
    let identifier = try string("four characters after 'file_identifier'")
    if identifier.text.utf8.count != 4 {
      log.error(
        "a file identifier has 4 bytes, this one \(identifier.text.utf8.count)",
        at: identifier.range, remedy: "write four ASCII characters")
    }
    if syntax.identifier != nil {
      log.error(
        "the file has a file identifier already", at: identifier.range, remedy: "keep one of them")
    }
    syntax.identifier = identifier
    try expect(";", "after the file identifier")
  }

  private mutating func fileExtension() throws(Failure) {
    take()
    let text = try string("an extension after 'file_extension'")
    if syntax.fileExtension != nil {
      log.error(
        "the file has a file extension already", at: text.range, remedy: "keep one of them")
    }
    syntax.fileExtension = text
    try expect(";", "after the file extension")
  }

  /// Reads past a service, and says so.
  private mutating func service() throws(Failure) {
    let keyword = take()
    let name = try identifier("a service's name")
    log.warning(
      "the service '\(name.text)' has no effect: a store keeps records and makes no calls",
      at: keyword.range.through(name.range), remedy: "remove it, or generate services with flatc")
    try expect("{", "after the service's name")
    skip(past: "}")
    try expect("}", "at the end of the service")
  }

  private mutating func nativeInclude() throws(Failure) {
    let keyword = take()
    let path = try string("a file's name after 'native_include'")
    log.warning(
      "native_include has no effect: it is for C++", at: keyword.range.through(path.range),
      remedy: "remove it, or leave it for flatc")
    try expect(";", "after the file's name")
  }
}
