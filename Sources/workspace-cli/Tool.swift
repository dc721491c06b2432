import Foundation

/// Inspects, checks and fills stores, without compiled types: a store carries its schema.
@main
enum Tool {
  /// Every command, in the order of the usage text.
  static let commands: [Command] = [
    .load, .dump, .schema, .check, .stats, .get, .set, .keys,
  ]

  static func main() {
    // Both are errors of a write as well, which is then undone and reported.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    exit(run(CommandLine.arguments.dropFirst()).rawValue)
  }

  private static func run(_ words: ArraySlice<String>) -> ExitCode {
    guard let name = words.first else { return fail(.usage, overview) }
    if let word = unreadableWord {
      return fail(
        .usage, "'\(word)' is not UTF-8: give the file another name, or a link to it with one")
    }
    if ["help", "--help", "-h"].contains(name) { return help(words.dropFirst().first) }
    guard let command = commands.first(where: { $0.name == name }) else {
      return fail(.usage, "workspace-cli has no command '\(name)'\n\(overview)")
    }
    if words.contains("--help") { return help(name) }
    do {
      return try command.run(Arguments(words.dropFirst(), of: command), command)
    } catch is ClosedPipe {
      return .success
    } catch {
      let failure = CommandError(describing: error)
      return fail(failure.code, failure.message)
    }
  }

  /// Says something on standard error, if anybody can be told.
  static func note(_ message: String) {
    try? FileHandle.standardError.write(contentsOf: Data("workspace-cli: \(message)\n".utf8))
  }

  private static func help(_ name: String?) -> ExitCode {
    guard let name else {
      print(overview)
      return .success
    }
    guard let command = commands.first(where: { $0.name == name }) else {
      return fail(.usage, "workspace-cli has no command '\(name)'\n\(overview)")
    }
    print(command.usage)
    return .success
  }

  /// The first word that is no UTF-8, repaired: what has its name would be another file.
  private static var unreadableWord: String? {
    for place in 1..<max(1, Int(CommandLine.argc)) {
      guard let word = unsafe CommandLine.unsafeArgv[place] else { continue }
      if unsafe String(validatingCString: word) == nil { return unsafe String(cString: word) }
    }
    return nil
  }

  private static func fail(_ code: ExitCode, _ message: String) -> ExitCode {
    note(message)
    return code
  }

  private static var overview: String {
    let width = commands.map(\.name.count).max() ?? 0
    let rows = commands.map { command in
      "  " + command.name.padding(toLength: width + 2, withPad: " ", startingAt: 0)
        + command.summary
    }
    return """
      usage: workspace-cli COMMAND STORE … [options]
      \(rows.joined(separator: "\n"))
      workspace-cli help COMMAND shows its options.
      Exit codes: 0 well, 1 findings or input refused, 2 usage, 3 cannot open, 4 damaged data met.
      """
  }
}
