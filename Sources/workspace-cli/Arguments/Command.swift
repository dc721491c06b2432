/// One command of the tool: its words, and what it does.
struct Command: Sendable {
  /// The command's name.
  let name: String
  /// What it does, in a line.
  let summary: String
  /// Its operands, as the usage text names them.
  let operands: [String]
  /// Its options.
  let options: [Option]
  /// Runs it; returns the exit code.
  let run: @Sendable (Arguments, Command) throws -> ExitCode

  /// How the command is called, with every option.
  var usage: String {
    var lines = ["usage: workspace-cli \(name) \(operands.joined(separator: " "))"]
    if !options.isEmpty { lines[0] += " [options]" }
    lines.append("  \(summary)")
    let width = options.map(\.signature.count).max() ?? 0
    for option in options {
      let gap = String(repeating: " ", count: width - option.signature.count)
      lines.append("  \(option.signature)\(gap)  \(option.summary)")
    }
    return lines.joined(separator: "\n")
  }
}
