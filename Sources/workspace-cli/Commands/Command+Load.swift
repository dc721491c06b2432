import FlatBufferCoding
import WorkspaceStore

extension Command {
  /// Takes records from lines of JSON into a store, all or none.
  static let load = Command(
    name: "load",
    summary: "Takes the records of FILE (- is standard input), a JSON object a line: all or none.",
    operands: ["STORE", "FILE"],
    options: [
      .value("schema", "FILE.fbs", "the type's schema; not needed where the store has the type"),
      .value("type", "NAME", "the type's qualified name; without it, the schema's root type"),
      .flag("upsert", "replace objects whose key exists, instead of failing"),
      .flag("replace", "as --upsert, and delete the objects that FILE lacks"),
    ],
    run: { arguments, command in
      guard !(arguments.has("upsert") && arguments.has("replace")) else {
        throw CommandError.usage("--upsert and --replace exclude one another", command: command)
      }
      let typeName = arguments.value("type")
      guard arguments.value("schema") != nil || typeName != nil else {
        throw CommandError.usage("load needs --schema or --type", command: command)
      }
      let lines = try LineReader(path: arguments.operands[1])
      let schema = try arguments.value("schema").map(SchemaFile.compile)
      let compiled = try schema.map { try RecordType(schema: $0, rootNamed: typeName) }
      let store = arguments.operands[0]
      if compiled == nil { try Workspace.requireFile(at: store) }
      func load(into path: String) throws -> (loaded: Int, deleted: Int) {
        let workspace = try Workspace(path: path)
        let type = try compiled ?? workspace.storedType(named: typeName ?? "")
        let loader = Loader(
          type: type, upserts: arguments.has("upsert") || arguments.has("replace"),
          deletesOthers: arguments.has("replace"))
        let counts = try workspace.performChanges { try loader.load(lines, into: $0) }
        // A new file is whole without its log; shutting down could not say that it is not.
        if path != store { try workspace.checkpoint() }
        try workspace.shutdown()
        return counts
      }
      // A new store is there when all is in it.
      let counts =
        try Workspace.isAbsent(store)
        ? NewFile.make(at: store, load(into:)) : load(into: store)
      Tool.note("\(counts.loaded) records loaded, \(counts.deleted) deleted")
      return .success
    })
}

extension RecordType {
  /// The type with a name in a schema; without a name, the schema's root.
  init(schema: Schema, rootNamed name: String?) throws {
    var schema = schema
    if let name {
      guard let root = schema.objects.firstIndex(where: { $0.name == name && !$0.isStruct }) else {
        let tables = schema.objects.filter { !$0.isStruct }.map(\.name).joined(separator: ", ")
        throw CommandError(
          code: .findings, message: "the schema has no table '\(name)'; it has \(tables)")
      }
      schema.rootIndex = root
    }
    try self.init(schema: schema)
  }
}
