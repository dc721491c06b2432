/// Something that can take the place of an older one of its kind, with what is only in that.
protocol MergeablePart: Sendable {
  /// How many elements it has.
  var size: Int { get }
  /// This and an older one as one.
  func merged(over older: Self) -> Self
}

/// What waits for a subscriber and is put together when it is taken, in parts that become one as they become alike in
/// size: so adding one costs what it has, not what waits.
struct MergedParts<Part: MergeablePart>: Sendable {
  /// From the oldest to the newest; each has more than twice as many elements as the next.
  private(set) var parts: [Part]
  /// How many elements were merged so far, for tests that count work.
  private(set) var work = 0

  /// Begins with one part.
  init(_ part: Part) {
    parts = [part]
  }

  /// All parts as one.
  var whole: Part {
    parts.dropLast().reversed().reduce(parts[parts.count - 1]) { $0.merged(over: $1) }
  }

  /// Adds what is newer.
  ///
  /// - Complexity: O(log *n*) elements for each one that is added, over many.
  mutating func append(_ newer: MergedParts) {
    for part in newer.parts {
      parts.append(part)
      while parts.count > 1, parts[parts.count - 1].size * 2 >= parts[parts.count - 2].size {
        let newest = parts.removeLast()
        let older = parts.removeLast()
        work += newest.size + older.size
        parts.append(newest.merged(over: older))
      }
    }
  }

  /// Makes one part of all.
  mutating func join() {
    guard parts.count > 1 else { return }
    work += parts.reduce(0) { $0 + $1.size }
    parts = [whole]
  }
}
