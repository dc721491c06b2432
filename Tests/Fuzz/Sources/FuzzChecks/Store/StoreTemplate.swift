import Foundation
@testable import WorkspaceStore

/// The files of a store that is whole: the database with everything in it, or with some of it in its log.
struct StoreTemplate: Sendable {
  /// What lies at the path itself.
  let database: [UInt8]
  /// What lies beside it, the name ending in `-wal`; empty without one.
  let log: [UInt8]

  /// A store that was shut down.
  static let closed = make(isOpen: false)
  /// A store whose process was killed: the newest commits are in the log only.
  static let killed = make(isOpen: true)

  private static func make(isOpen: Bool) -> StoreTemplate {
    mustSucceed("making a store") {
      let path = StorePlace.path("template-\(isOpen)")
      StorePlace.clear(path)
      defer { StorePlace.clear(path) }
      let workspace = try Workspace(path: path)
      try fill(workspace, 0..<40)
      if isOpen {
        try workspace.checkpoint()
        try fill(workspace, 40..<60)
      } else {
        try workspace.shutdown()
      }
      let template = StoreTemplate(
        database: try [UInt8](Data(contentsOf: URL(fileURLWithPath: path))),
        log: isOpen ? try [UInt8](Data(contentsOf: URL(fileURLWithPath: path + "-wal"))) : [])
      if isOpen { try workspace.shutdown() }
      return template
    }
  }

  private static func fill(_ workspace: Workspace, _ numbers: Range<Int>) throws {
    for number in numbers {
      try workspace.performChanges { changes in
        let body = String(repeating: "text ", count: number * number)
        try changes.insert(
          Workload.Entry(
            id: Int64(number), rank: Int32(number % 7), code: "c\(number)", body: body))
        try changes.insert(Workload.Tag(name: "tag \(number)", count: Int32(number)))
        try changes.dictionary.set(number, for: "key \(number)")
        try changes.dictionary.set(Workload.Tag(name: "t"), for: "record")
      }
    }
  }
}

/// Where the files that are fuzzed lie: in memory, if the system has such a folder.
enum StorePlace {
  private static let folder =
    FileManager.default.isWritableFile(atPath: "/dev/shm")
    ? "/dev/shm" : FileManager.default.temporaryDirectory.path

  /// A path of this process's own.
  static func path(_ name: String) -> String {
    "\(folder)/workspace-fuzz-\(ProcessInfo.processInfo.processIdentifier)-\(name).db"
  }

  /// Removes a store's files.
  static func clear(_ path: String) {
    for suffix in ["", "-wal", "-shm", "-journal"] { unsafe unlink(path + suffix) }
  }

  /// Puts a file there; an empty one is not made.
  static func put(_ bytes: [UInt8], _ path: String) {
    guard !bytes.isEmpty else { return }
    require(
      FileManager.default.createFile(atPath: path, contents: Data(bytes)),
      "a file can't be made at \(path)")
  }
}
