import Dispatch

/// Counts without a lock, from two threads at once: a race that ThreadSanitizer must see.
///
/// Were it silent here, its silence elsewhere would mean nothing. It takes millions of rounds to be seen reliably.
@main
final class PlantedRace: @unchecked Sendable {
  private var count = 0

  /// Runs the race.
  static func main() {
    let race = PlantedRace()
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      for _ in 0..<2_000_000 { race.count += 1 }
    }
    print(race.count)
  }
}
