/// The candidate that differs least from a misspelt name; nil if none is near.
///
/// Case does not count. A candidate is near if at most a third of its letters, and at least one, must be changed.
/// Optimal string alignment distance (Damerau, 1964; Levenshtein, 1966).
///
/// - Complexity: O(*c* · *n* · *m*) for *c* candidates and names of *n* and *m* letters.
func suggestion(for name: String, among candidates: some Sequence<String>) -> String? {
  guard name.utf8.count <= 100 else { return nil }
  let letters = Array(name.lowercased().utf8)
  var best: (distance: Int, name: String)?
  for candidate in Set(candidates).sorted() where candidate.utf8.count <= 100 {
    let other = Array(candidate.lowercased().utf8)
    let allowed = max(1, max(letters.count, other.count) / 3)
    guard abs(letters.count - other.count) <= allowed else { continue }
    let distance = editDistance(letters, other)
    if distance <= allowed, distance < best?.distance ?? Int.max { best = (distance, candidate) }
  }
  return best?.name
}

/// How many insertions, deletions, replacements and swaps of neighbours lead from one name to the other.
private func editDistance(_ first: [UInt8], _ second: [UInt8]) -> Int {
  var beforeLast: [Int] = []
  var last = Array(0...second.count)
  for row in 0..<first.count {
    var current = [row + 1]
    for column in 0..<second.count {
      var least = min(
        last[column] + (first[row] == second[column] ? 0 : 1), last[column + 1] + 1,
        current[column] + 1)
      if row > 0, column > 0, first[row] == second[column - 1], first[row - 1] == second[column] {
        least = min(least, beforeLast[column - 1] + 1)
      }
      current.append(least)
    }
    (beforeLast, last) = (last, current)
  }
  return last[second.count]
}
