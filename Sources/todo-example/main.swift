import Foundation
import WorkspaceStore

/// Prints a message to standard error and ends the program.
func fail(_ message: String, code: Int32) -> Never {
  try? FileHandle.standardError.write(contentsOf: Data("todo-example: \(message)\n".utf8))
  exit(code)
}

func parseArguments() -> Arguments {
  do {
    return try Arguments(Array(CommandLine.arguments.dropFirst()))
  } catch {
    fail("\(error)\n\n\(Arguments.usage)", code: 2)
  }
}

func open(_ path: String) -> Workspace {
  do {
    return try Workspace(path: path, records: [TodoList.self, Todo.self])
  } catch {
    fail("\(error)", code: 3)
  }
}

/// The lines of a script file, or of standard input.
func lines(of script: String) -> () -> String? {
  guard script != "-" else { return { readLine() } }
  do {
    // A ~ at the front is part of the name: shells have replaced others.
    let file = URL(filePath: script.hasPrefix("~") ? "./" + script : script)
    let text = try String(contentsOf: file, encoding: .utf8)
    // Two bytes end a line of some systems; to Swift they are one character.
    var lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .makeIterator()
    return { lines.next().map(String.init) }
  } catch {
    fail("can't read the script \(script): \(error.localizedDescription)", code: 2)
  }
}

let arguments = parseArguments()
guard !arguments.isHelp else {
  print(Arguments.usage)
  exit(0)
}

let isInteractive =
  arguments.script == nil && isatty(STDIN_FILENO) != 0 && isatty(STDOUT_FILENO) != 0
let script = arguments.script ?? "-"
let nextLine = isInteractive ? { nil } : lines(of: script)
let workspace = open(arguments.store)
var isAllDone = true
do {
  if isInteractive {
    Prompt(workspace: workspace).run()
  } else {
    let name = script == "-" ? "<stdin>" : script
    isAllDone = try Script(name: name, workspace: workspace).run(nextLine)
  }
  try workspace.shutdown()
} catch let error as ScriptError {
  fail("\(error)", code: 2)
} catch {
  fail("\(error)", code: 3)
}
exit(isAllDone ? 0 : 1)
