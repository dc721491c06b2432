/// What the program was started with.
struct Arguments: Equatable {
  static let usage = """
    usage: todo-example STORE [--script FILE]

    Keeps lists of things to do in STORE, which is made if it is missing. On a terminal it shows them and reads
    commands; otherwise, or with --script (FILE may be - for standard input), it reads all commands and prints a
    frame after each: the lines that were drawn (+ inserted, - deleted, = replaced), then the whole.

    \(Command.summary)

    Exit: 0 done; 1 a command was refused; 2 wrong usage or no such command; 3 STORE can't be opened.
    """

  var store = ""
  var script: String?
  var isHelp = false

  init(_ arguments: [String]) throws(CommandError) {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "--help", "-h":
        isHelp = true
        return
      case "--script":
        guard let file = rest.popFirst() else { throw CommandError("--script needs a file") }
        script = file
      default:
        guard !argument.hasPrefix("--") else { throw CommandError("unknown option \(argument)") }
        guard store.isEmpty else { throw CommandError("more than one store: \(argument)") }
        store = argument
      }
    }
    guard !store.isEmpty else { throw CommandError("no store named") }
  }
}
