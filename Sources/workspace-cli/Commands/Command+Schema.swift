import FlatBufferCoding
import WorkspaceStore

extension Command {
  /// Prints the schemas that a store carries.
  static let schema = Command(
    name: "schema", summary: "Prints the schema of every type, as FlatBuffers IDL.",
    operands: ["STORE"],
    options: [.value("type", "NAME", "only this type")],
    run: { arguments, _ in
      let workspace = try Workspace.reading(arguments.operands[0])
      var output = Output()
      var isFirst = true
      for type in try workspace.selectedTypes(arguments.value("type")) {
        if !isFirst { try output.line("") }
        isFirst = false
        try output.line("// type \(type.number): \(type.name)")
        for former in type.formerNames { try output.line("// formerly \(former)") }
        try output.line(type.schema.text())
      }
      try output.flush()
      let damaged = arguments.value("type") == nil ? try workspace.noteDamagedTypes() : 0
      try workspace.shutdown()
      return damaged == 0 ? .success : .damaged
    })
}
