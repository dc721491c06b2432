public import Foundation

/// The options that every benchmark takes.
public struct Options: Sendable {
  /// Where to write the measurements as JSON.
  public var json: URL?
  /// Where to write plots as SVG.
  public var plot: URL?
  /// Whether to compare with the bars, and fail if one is missed.
  public var checks = false
  /// Whether to end within a minute, with smaller sizes and fewer rounds.
  public var isQuick = false
  /// What the names of the cases to run begin with.
  public var filter = ""

  /// Reads the process's arguments; prints the usage and exits (2) if they are wrong.
  public static func fromCommandLine() -> Options {
    var options = Options()
    var words = CommandLine.arguments.dropFirst()
    while let word = words.popFirst() {
      switch word {
      case "--check": options.checks = true
      case "--quick": options.isQuick = true
      case "--json": options.json = URL(filePath: value(of: word, from: &words))
      case "--plot": options.plot = URL(filePath: value(of: word, from: &words))
      case "--filter": options.filter = value(of: word, from: &words)
      default: stop("unknown option \(word)")
      }
    }
    return options
  }

  private static func value(of option: String, from words: inout ArraySlice<String>) -> String {
    guard let value = words.popFirst() else { stop("\(option) needs a value") }
    return value
  }

  private static func stop(_ message: String) -> Never {
    let usage = "options: --json FILE, --check, --plot DIR, --quick, --filter PREFIX"
    FileHandle.standardError.write(Data("\(message)\n\(usage)\n".utf8))
    exit(2)
  }
}
