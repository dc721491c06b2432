import BenchmarkRecords
import Dispatch
import Synchronization
import WorkspaceStore

/// The last update that a handler was given, for a check after the measurement.
final class Last: Sendable {
  private let update = Mutex<QueryUpdate<Bench.Doc>?>(nil)

  func take(_ update: QueryUpdate<Bench.Doc>) {
    self.update.withLock { $0 = update }
  }

  /// The last update.
  var value: QueryUpdate<Bench.Doc>? { update.withLock { $0 } }

  /// Compares the records with a fetch.
  func check(
    _ workspace: Workspace, _ query: Query<Bench.Doc>, on queue: DispatchQueue
  ) throws {
    queue.sync {}
    guard try value?.records == workspace.fetch(query) else {
      throw WrongResult(description: "the live result differs from a fetch: \(query)")
    }
  }
}

/// A live result is not what a fetch gives.
struct WrongResult: Error, CustomStringConvertible {
  let description: String
}
