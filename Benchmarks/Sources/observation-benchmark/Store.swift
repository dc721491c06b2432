import BenchmarkRecords
import Foundation
import WorkspaceStore

/// A store of its own with the first records, removed with the value.
final class Store {
  let workspace: Workspace
  /// The records as they are in the store.
  var documents: [Bench.Doc]
  private let folder: URL

  /// Makes a store with so many records; `change` makes them what a case needs.
  init(_ count: Int, _ change: (inout Bench.Doc, Int) -> Void = { _, _ in }) throws {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "observation-benchmark-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    workspace = try Workspace(path: folder.appending(path: "store.db").path)
    var documents = Documents.make(count)
    for index in documents.indices { change(&documents[index], index) }
    self.documents = documents
    try workspace.performChanges { changes in
      for document in documents { try changes.insert(document) }
    }
  }

  deinit {
    try? workspace.shutdown()
    try? FileManager.default.removeItem(at: folder)
  }

  /// When the last `update` had changed all its records, in nanoseconds of the clock: COMMIT comes then.
  private(set) var lastChange: UInt64 = 0

  /// Changes records in one commit.
  func update(_ indices: some Sequence<Int>, _ change: (inout Bench.Doc) -> Void) throws {
    try workspace.performChanges { changes in
      for index in indices {
        change(&documents[index])
        _ = try changes.update(documents[index])
      }
      lastChange = CommitClock.now
    }
  }
}
