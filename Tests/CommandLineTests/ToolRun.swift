import Foundation

/// One run of `workspace-cli`: what it printed, and how it ended.
struct ToolRun {
  /// The exit code.
  let code: Int32
  /// Standard output.
  let output: String
  /// Standard error.
  let errors: String

  /// Runs the tool to its end.
  init(_ words: String..., input: String = "") throws {
    try self.init(all: words, input: input)
  }

  /// Runs the tool to its end.
  init(all words: [String], input: String = "", in folder: String? = nil) throws {
    let process = Process()
    process.executableURL = Self.tool
    process.arguments = words
    if let folder { process.currentDirectoryURL = URL(filePath: folder) }
    let (stdin, stdout, stderr) = (Pipe(), Pipe(), Pipe())
    process.standardInput = stdin
    process.standardOutput = stdout
    process.standardError = stderr
    try process.run()
    try stdin.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try stdin.fileHandleForWriting.close()
    let printed = try stdout.fileHandleForReading.readToEnd() ?? Data()
    let complained = try stderr.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    code = process.terminationStatus
    output = String(decoding: printed, as: UTF8.self)
    errors = String(decoding: complained, as: UTF8.self)
  }

  /// The lines of standard output.
  var lines: [String] {
    output.split(separator: "\n").map(String.init)
  }

  /// The tool, which is built beside the tests.
  static var tool: URL {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "workspace-cli")
  }
}
