import WorkspaceStore

extension Command {
  /// Prints what a store holds.
  static let stats = Command(
    name: "stats", summary: "Prints the number of objects of each type, and sizes in bytes.",
    operands: ["STORE"], options: [],
    run: { arguments, _ in
      let workspace = try Workspace.reading(arguments.operands[0])
      let figures = try workspace.statistics()
      var output = Output()
      for type in figures.types {
        try output.line("type \(type.name): \(type.rows) objects, \(type.indexes) indexes")
      }
      try output.line("dictionary entries: \(figures.dictionaryEntries)")
      try output.line("newest commit: \(figures.commit)")
      try output.line(
        "database bytes: \(figures.byteCount), of which free: \(figures.freeByteCount)")
      try output.line("write-ahead log bytes: \(figures.logByteCount)")
      try output.flush()
      let damaged = try workspace.noteDamagedTypes()
      try workspace.shutdown()
      return damaged == 0 ? .success : .damaged
    })
}
