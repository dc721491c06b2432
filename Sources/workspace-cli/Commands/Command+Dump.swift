import WorkspaceStore

extension Command {
  /// Prints what a store holds.
  static let dump = Command(
    name: "dump", summary: "Prints the objects of a store and its dictionary.",
    operands: ["STORE"],
    options: [
      .value(
        "format", "FORMAT", "without it, ndjson", choices: DumpFormat.allCases.map(\.rawValue)),
      .value("type", "NAME", "only the objects of this type, by its qualified name"),
      .value(
        "where", "CONDITION", "only objects that meet it, as: section = \"net\" and size > 100"),
      .value("order", "TERMS", "their order, as: section, size desc; without it, by row id"),
      .value("limit", "N", "at most N objects"),
      .value("offset", "N", "pass over the first N objects"),
      .flag("reserved", "also what the library keeps in the dictionary, in namespaces as __NAME"),
    ],
    run: { arguments, command in
      let dump = try Dump(arguments, command: command)
      let format = arguments.value("format").flatMap(DumpFormat.init) ?? .ndjson
      let damaged =
        switch format {
        case .ndjson: try dump.run(LineSink(shape: dump.shape))
        case .json: try dump.run(DocumentSink(shape: dump.shape))
        case .table: try dump.run(TableSink())
        }
      return damaged == 0 ? .success : .damaged
    })
}
