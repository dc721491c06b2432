import Foundation

/// A `store-writer` that runs.
final class WriterProcess {
  private let process = Process()
  private let output = Pipe()
  private let errors = Pipe()

  init(_ words: String...) throws {
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "store-writer")
    process.arguments = words
    process.standardOutput = output
    process.standardError = errors
    try process.run()
  }

  /// Waits for what it prints next; false at its end.
  func waitForOutput(_ bytes: inout Data) -> Bool {
    let more = output.fileHandleForReading.availableData
    bytes.append(more)
    return !more.isEmpty
  }

  /// Kills it with SIGKILL.
  func kill() {
    _ = Foundation.kill(process.processIdentifier, SIGKILL)
  }

  /// Waits for its end; what it printed since, and on standard error.
  func finish() throws -> (code: Int32, output: Data, errors: String) {
    let rest = try output.fileHandleForReading.readToEnd() ?? Data()
    let complaints = try errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, rest, String(decoding: complaints, as: UTF8.self))
  }
}
