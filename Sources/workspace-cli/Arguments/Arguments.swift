/// The words after a command's name, sorted into operands and options.
struct Arguments: Sendable {
  /// The words that are no options, in order; all words after `--` are.
  private(set) var operands: [String] = []
  private var values: [String: String] = [:]
  private var flags: Set<String> = []

  /// Sorts words into a command's operands and options.
  ///
  /// - Throws: `CommandError` (usage) for an unknown option, a missing or unknown value, one option given twice, or
  ///   a number of operands that the command does not take.
  init(_ words: some Sequence<String>, of command: Command) throws(CommandError) {
    var words = Array(words)[...]
    while let word = words.popFirst() {
      if word == "--" {
        operands += words
        break
      }
      guard word.hasPrefix("--") else {
        operands.append(word)
        continue
      }
      try take(option: word.dropFirst(2), from: &words, of: command)
    }
    guard operands.count == command.operands.count else {
      let wanted = command.operands.isEmpty ? "none" : command.operands.joined(separator: " ")
      throw .usage(
        "\(command.name) takes \(wanted), but got \(operands.count) operands", command: command)
    }
  }

  /// Whether a flag was given.
  func has(_ flag: String) -> Bool {
    flags.contains(flag)
  }

  /// The value of an option, if it was given.
  func value(_ name: String) -> String? {
    values[name]
  }

  /// The value of an option that must be given.
  func required(_ name: String, of command: Command) throws(CommandError) -> String {
    guard let value = values[name] else {
      throw .usage("\(command.name) needs --\(name)", command: command)
    }
    return value
  }

  /// The value of an option that is a whole number from zero.
  func count(_ name: String, of command: Command) throws(CommandError) -> Int? {
    guard let text = values[name] else { return nil }
    guard let number = Int(text), number >= 0 else {
      throw .usage("--\(name) takes a whole number from 0, not '\(text)'", command: command)
    }
    return number
  }

  private mutating func take(
    option: Substring, from words: inout ArraySlice<String>, of command: Command
  ) throws(CommandError) {
    let parts = option.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let known = command.options.first(where: { $0.name == name }) else {
      throw .usage("\(command.name) has no option --\(name)", command: command)
    }
    guard !flags.contains(name), values[name] == nil else {
      throw .usage("--\(name) is given twice", command: command)
    }
    guard known.value != nil else {
      guard parts.count == 1 else {
        throw .usage("--\(name) takes no value", command: command)
      }
      flags.insert(name)
      return
    }
    guard let value = parts.count == 2 ? String(parts[1]) : words.popFirst() else {
      throw .usage("--\(name) needs a value", command: command)
    }
    guard known.choices.isEmpty || known.choices.contains(value) else {
      let choices = known.choices.joined(separator: ", ")
      throw .usage("--\(name) is one of \(choices), not '\(value)'", command: command)
    }
    values[name] = value
  }
}
