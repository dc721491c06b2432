import Foundation
import WorkspaceStore

/// Prints a message to standard error and ends the program.
func fail(_ message: String, code: Int32) -> Never {
  FileHandle.standardError.write(Data("todo-example: \(message)\n".utf8))
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
    let text = try String(contentsOf: URL(filePath: script), encoding: .utf8)
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).makeIterator()
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
