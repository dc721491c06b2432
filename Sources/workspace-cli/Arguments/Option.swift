/// An option of a command: `--name VALUE`, or a flag without a value.
struct Option: Sendable {
  /// The name, without its dashes.
  let name: String
  /// What stands for the value in the usage text; nil for a flag.
  let value: String?
  /// What the option does, for the usage text.
  let summary: String
  /// The only values accepted, where they are few.
  let choices: [String]

  static func flag(_ name: String, _ summary: String) -> Option {
    Option(name: name, value: nil, summary: summary, choices: [])
  }

  static func value(
    _ name: String, _ value: String, _ summary: String, choices: [String] = []
  ) -> Option {
    Option(name: name, value: value, summary: summary, choices: choices)
  }

  /// The option as the usage text shows it.
  var signature: String {
    let shown = choices.isEmpty ? value : choices.joined(separator: "|")
    return shown.map { "--\(name) \($0)" } ?? "--\(name)"
  }
}
