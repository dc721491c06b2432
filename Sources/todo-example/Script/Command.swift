/// A line that a person or a script wrote.
enum Command: Equatable {
  case intent(TodoSurface.Intent)
  case help
  case quit
  case nothing

  /// Every form of a command, and what it does.
  static let forms: [(form: String, meaning: String)] = [
    ("add TITLE", "add a to-do to the selected list"),
    ("toggle N", "to-do N is done, or not done after all"),
    ("rename N TITLE", "give to-do N another title"),
    ("move N [to LIST] [at P]", "move to-do N to another list, or to place P (from 1)"),
    ("delete N", "delete to-do N"),
    ("list NAME", "make a list, and select it"),
    ("select NAME", "select a list"),
    ("delete-list NAME", "delete a list with all that is in it"),
    ("help", "show this"),
    ("quit", "end"),
  ]

  /// All forms, a line each.
  static var summary: String {
    forms.map { form, meaning in
      form + String(repeating: " ", count: 25 - form.count) + meaning
    }.joined(separator: "\n")
  }

  /// Reads a line; an empty one and one that begins with # are nothing.
  init(_ line: String) throws(CommandError) {
    // By bytes, as a space and an accent behind it are one character.
    let words = line.utf8.split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
      .map { Substring($0) }
    guard let verb = words.first, !verb.hasPrefix("#") else {
      self = .nothing
      return
    }
    let rest = words.dropFirst().joined(separator: " ")
    switch verb {
    case "help", "?": self = .help
    case "quit", "exit": self = .quit
    case "add": self = .intent(.add(title: try Self.text(rest, "add TITLE")))
    case "list": self = .intent(.addList(name: try Self.text(rest, "list NAME")))
    case "select": self = .intent(.select(list: try Self.text(rest, "select NAME")))
    case "delete-list": self = .intent(.deleteList(name: try Self.text(rest, "delete-list NAME")))
    case "toggle": self = .intent(.toggle(todo: try Self.number(words, "toggle N")))
    case "delete": self = .intent(.delete(todo: try Self.number(words, "delete N")))
    case "rename":
      let usage = "rename N TITLE"
      let title = words.dropFirst(2).joined(separator: " ")
      self = .intent(
        .rename(
          todo: try Self.number(words.prefix(2), usage), title: try Self.text(title, usage)))
    case "move": self = .intent(try Self.move(words))
    default: throw CommandError("unknown command \"\(verb)\"; try: help")
    }
  }

  private static func text(_ text: String, _ usage: String) throws(CommandError) -> String {
    guard !text.isEmpty else { throw CommandError("usage: \(usage)") }
    return text
  }

  private static func number<Words: Collection<Substring>>(
    _ words: Words, _ usage: String
  ) throws(CommandError) -> Int64 {
    guard words.count == 2, let word = words.dropFirst().first, let number = Int64(word) else {
      throw CommandError("usage: \(usage)")
    }
    return number
  }

  private static func move(_ words: [Substring]) throws(CommandError) -> TodoSurface.Intent {
    let usage = "move N [to LIST] [at P]"
    let todo = try number(words.prefix(2), usage)
    var rest = words.dropFirst(2)
    var position: Int?
    if rest.count >= 2, rest.dropLast().last == "at", let last = rest.last {
      guard let place = Int(last), place > 0 else { throw CommandError("usage: \(usage)") }
      position = place
      rest = rest.dropLast(2)
    }
    guard !rest.isEmpty else {
      guard position != nil else { throw CommandError("usage: \(usage)") }
      return .move(todo: todo, list: nil, position: position)
    }
    guard rest.first == "to", rest.count > 1 else { throw CommandError("usage: \(usage)") }
    let list = rest.dropFirst().joined(separator: " ")
    return .move(todo: todo, list: list, position: position)
  }
}

/// Why a line is no command.
struct CommandError: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}
