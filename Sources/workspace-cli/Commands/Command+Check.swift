import WorkspaceStore

extension Command {
  /// Checks a whole store.
  static let check = Command(
    name: "check",
    summary: "Checks SQLite's structure, every record, every index against its table.",
    operands: ["STORE"],
    options: [.value("limit", "N", "stop after N findings; 1000 without it")],
    run: { arguments, command in
      let limit = try arguments.count("limit", of: command) ?? 1000
      let workspace = try Workspace.reading(arguments.operands[0])
      let findings = try workspace.check(limit: limit)
      var output = Output()
      for finding in findings { try output.line(finding.description) }
      if findings.isEmpty { try output.line("no findings") }
      try output.flush()
      try workspace.shutdown()
      return findings.isEmpty ? .success : .findings
    })
}
