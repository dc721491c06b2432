/// Rows that follow one another in both lists: `count` of them, from `old` and `new` on.
///
/// A run is all or nothing: whatever keeps its order with one of its rows keeps it with all.
@usableFromInline
struct Run: Equatable {
  /// Which pair of sections the rows are in.
  @usableFromInline var pair: Int32
  @usableFromInline var old: Int32
  @usableFromInline var new: Int32
  @usableFromInline var count: Int32

  @inlinable
  init(pair: Int32 = 0, old: Int, new: Int, count: Int) {
    self.pair = pair
    self.old = Int32(truncatingIfNeeded: old)
    self.new = Int32(truncatingIfNeeded: new)
    self.count = Int32(truncatingIfNeeded: count)
  }
}

extension [Run] {
  /// Adds a run, as part of the last one if it goes on there in both lists.
  @inlinable
  mutating func join(_ run: Run) {
    if let last = last, last.pair == run.pair, last.old + last.count == run.old,
      last.new + last.count == run.new
    {
      self[count - 1].count += run.count
    } else {
      append(run)
    }
  }
}

/// A row that is in both lists, by its place in each.
@usableFromInline
struct RowPair {
  @usableFromInline var pair: Int32
  @usableFromInline var old: Int32
  @usableFromInline var new: Int32

  @inlinable
  init(pair: Int32 = 0, old: Int, new: Int) {
    self.pair = pair
    self.old = Int32(truncatingIfNeeded: old)
    self.new = Int32(truncatingIfNeeded: new)
  }
}
