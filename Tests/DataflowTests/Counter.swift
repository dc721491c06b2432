import Synchronization

/// Counts calls that come from anywhere.
final class Counter: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .acquiring) }

  func add() {
    count.add(1, ordering: .acquiringAndReleasing)
  }
}
