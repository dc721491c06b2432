import FlatBufferCoding
import Foundation
import Testing

@testable import SchemaCompiler

/// `flatc`, which says what a schema means on the wire.
enum FlatcOracle {
  /// Attributes that flatc must be told of.
  private static let ours = ["primary", "indexed", "unique", "v", "was"]

  /// What flatc makes of files: the first is compiled, the others are what it includes.
  ///
  /// - Returns: The schema, or flatc's complaint.
  static func compile(_ files: [(path: String, text: String)]) throws -> Result<Schema, Refusal> {
    let folder = FileManager.default.temporaryDirectory.appending(path: "flatc-\(UUID())")
    defer { try? FileManager.default.removeItem(at: folder) }
    for (path, text) in files {
      let url = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      let attributes = ours.map { "attribute \"\($0)\";" }.joined(separator: " ")
      // Includes stand first, so attributes go behind them.
      let end = text.range(of: "include", options: .backwards)
        .flatMap { text.range(of: ";", range: $0.upperBound..<text.endIndex)?.upperBound }
      let head = end ?? text.startIndex
      try (text[..<head] + attributes + "\n" + text[head...]).write(
        to: url, atomically: true, encoding: .utf8)
    }
    let main = try #require(files.first?.path)
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.currentDirectoryURL = folder
    process.arguments = ["flatc", "-b", "--schema", "--bfbs-comments", "--bfbs-builtins", main]
    process.standardOutput = output
    process.standardError = output
    try process.run()
    let text = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let binary = folder.appending(path: main).deletingPathExtension().lastPathComponent + ".bfbs"
    guard process.terminationStatus == 0 else {
      return .failure(Refusal(text: String(decoding: text, as: UTF8.self)))
    }
    let bytes = try Data(contentsOf: folder.appending(path: binary))
    return .success(try Schema(binary: [UInt8](bytes)))
  }

  /// What flatc says of a schema that it refuses.
  struct Refusal: Error {
    let text: String
  }
}

extension Schema {
  /// The schema as far as flatc and this compiler record the same.
  ///
  /// flatc marks whatever can be absent as optional, and records attributes of its own, whose meaning is in properties
  /// here; defaults of -0.0, and of unsigned 64-bit integers above the signed range, are lost in its binary form.
  var comparable: Schema {
    var schema = self
    for object in schema.objects.indices {
      schema.objects[object].attributes.removeAll { Self.builtIn.contains($0.name) }
      for field in schema.objects[object].fields.indices {
        var value = schema.objects[object].fields[field]
        value.attributes.removeAll { Self.builtIn.contains($0.name) }
        if !value.type.base.isScalar { value.isOptional = false }
        if value.type.base == .uint64, value.defaultInteger < 0 { value.defaultInteger = 0 }
        if value.defaultReal == 0 { value.defaultReal = 0 }
        schema.objects[object].fields[field] = value
      }
    }
    return schema
  }

  private static let builtIn: Set<String> = [
    "deprecated", "required", "key", "id", "force_align", "shared", "hash", "original_order",
    "nested_flatbuffer", "flexbuffer",
  ]
}
