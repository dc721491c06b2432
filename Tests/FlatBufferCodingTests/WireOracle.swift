import Foundation
import FlatBufferCoding

/// Debian's `flatc` and Python, the oracles of the wire format.
enum Oracle {
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// A file of `Resources/wire`.
  static func resource(_ name: String) -> URL {
    Bundle.module.bundleURL.appending(path: "Resources/wire/\(name)")
  }

  /// Runs `flatc`; a test fails, and says what to install, where it is absent.
  static func flatc(_ arguments: [String], in folder: URL) throws {
    let paths = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
    let found = paths.map { "\($0)/flatc" }.first(where: FileManager.default.isExecutableFile)
    guard let found else {
      throw Failure(description: "flatc is not in PATH; install Debian's flatbuffers-compiler")
    }
    try run(found, arguments, in: folder)
  }

  /// Runs Debian's Python, which has its `python3-flatbuffers`.
  static func python(_ arguments: [String], in folder: URL) throws -> Data {
    do {
      return try run("/usr/bin/python3", arguments, in: folder)
    } catch {
      throw Failure(description: "\(error); is Debian's python3-flatbuffers installed?")
    }
  }

  /// The JSON that `flatc` makes of each buffer.
  static func json(of buffers: [[UInt8]], schema: URL) throws -> [String] {
    try inFolder { folder in
      let names = buffers.indices.map { "b\($0).bin" }
      for (name, bytes) in zip(names, buffers) {
        try Data(bytes).write(to: folder.appending(path: name))
      }
      try flatc(
        ["--json", "--strict-json", "--raw-binary", schema.path, "--"] + names, in: folder)
      return try buffers.indices.map {
        try String(contentsOf: folder.appending(path: "b\($0).json"), encoding: .utf8)
      }
    }
  }

  /// The buffer that `flatc` makes of each JSON text.
  static func binary(of texts: [String], schema: URL) throws -> [[UInt8]] {
    try inFolder { folder in
      for (index, text) in texts.enumerated() {
        try text.write(
          to: folder.appending(path: "t\(index).json"), atomically: false, encoding: .utf8)
      }
      try flatc(["-b", schema.path] + texts.indices.map { "t\($0).json" }, in: folder)
      let made = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      return try texts.indices.map { index in
        guard let name = made.first(where: { $0.hasPrefix("t\(index).") && $0 != "t\(index).json" })
        else { throw Failure(description: "flatc made nothing of text \(index)") }
        return try [UInt8](Data(contentsOf: folder.appending(path: name)))
      }
    }
  }

  /// The binary schema that `flatc` makes of a schema's text.
  static func binarySchema(of schema: URL, _ options: [String] = []) throws -> [UInt8] {
    try inFolder { folder in
      try flatc(["-b", "--schema"] + options + [schema.path], in: folder)
      let name = schema.deletingPathExtension().lastPathComponent + ".bfbs"
      return try [UInt8](Data(contentsOf: folder.appending(path: name)))
    }
  }

  /// Calls `body` with a folder of its own, and removes that.
  static func inFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }

  @discardableResult
  private static func run(_ path: String, _ arguments: [String], in folder: URL) throws -> Data {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let output = folder.appending(path: "output.log")
    _ = FileManager.default.createFile(atPath: output.path, contents: nil)
    let handle = try FileHandle(forWritingTo: output)
    process.standardOutput = handle
    process.standardError = handle
    try process.run()
    process.waitUntilExit()
    try handle.close()
    // `Data(contentsOf:)` leaks for an empty file.
    let reader = try FileHandle(forReadingFrom: output)
    let data = try reader.readToEnd() ?? Data()
    try reader.close()
    guard process.terminationStatus == 0 else {
      throw Failure(
        description: "\(path) ended with \(process.terminationStatus): "
          + String(decoding: data, as: UTF8.self))
    }
    return data
  }
}
