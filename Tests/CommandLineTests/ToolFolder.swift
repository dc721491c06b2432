import Foundation
import TestSupport

/// A folder for one test of the tool, removed with it.
final class ToolFolder {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// A path in the folder.
  func path(_ name: String) -> String { folder.file(name) }

  /// Writes a file and gives its path.
  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    try Data(text.utf8).write(to: URL(filePath: path(name)))
    return path(name)
  }

  /// The names of the files that there are, sorted.
  func names() throws -> [String] { try folder.names() }

  /// A file's bytes.
  func bytes(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: path(name)))
  }

  /// Writes the tests' schema and gives its path.
  func schema() throws -> String {
    try write(
      """
      namespace Shop;
      enum Size: byte { Small, Large }
      table Item { id: ulong (primary); name: string; size: Size; price: double = null; code: long (unique);
        notes: [string]; data: [ubyte]; }
      root_type Item;
      """, to: "shop.fbs")
  }

  /// A store with the given lines loaded, as its path.
  func store(_ lines: String...) throws -> String {
    let store = path("store.db")
    let file = try write(lines.joined(separator: "\n"), to: "items.ndjson")
    let run = try ToolRun("load", store, file, "--schema", schema())
    guard run.code == 0 else { throw Failure(message: run.errors) }
    return store
  }

  /// Runs statements through SQLite's own shell.
  func sqlite(_ name: String, _ sql: String) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["sqlite3", path(name), sql]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(message: "sqlite3, which is needed, fails: \(sql)")
    }
  }

  struct Failure: Error {
    let message: String
  }
}
