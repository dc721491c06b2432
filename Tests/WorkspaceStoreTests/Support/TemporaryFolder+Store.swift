import Foundation
import TestSupport

@testable import WorkspaceStore

extension TemporaryFolder {
  /// How many descriptors this process has on files in the folder; 0 where the system does not say.
  func openDescriptors() throws -> Int {
    let table = "/proc/self/fd"
    guard FileManager.default.fileExists(atPath: table) else { return 0 }
    return try FileManager.default.contentsOfDirectory(atPath: table).count { name in
      let target = try? FileManager.default.destinationOfSymbolicLink(atPath: "\(table)/\(name)")
      return target?.hasPrefix(path) == true
    }
  }

  /// Opens a file with SQLite alone.
  func raw(_ name: String = "test.db") throws -> Connection {
    try Connection(path: file(name), mode: .create, busyTimeout: 5000)
  }
}

extension Connection {
  /// Every row of a statement, each value as text that shows its type.
  func rows(_ sql: String) throws -> [[String]] {
    let statement = try prepare(sql)
    var rows: [[String]] = []
    while try statement.step() {
      rows.append(
        (0..<Int32(statement.columnCount)).map { column in
          switch statement.type(column) {
          case .null: "null"
          case .integer: "\(statement.integer(column))"
          case .real: "\(statement.real(column))r"
          case .text: "'\(statement.text(column))'"
          case .blob:
            "x\(statement.array(column).map { String($0, radix: 16) }.joined(separator: "."))"
          }
        })
    }
    return rows
  }
}

/// The error that `body` throws; nil if it throws none.
func error(of body: () throws -> Void) -> WorkspaceError? {
  do {
    try body()
    return nil
  } catch {
    return error as? WorkspaceError
  }
}
