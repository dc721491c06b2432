/// A set of values of one field: some intervals, and null or not.
///
/// What the planner narrows by. It may hold more values than a condition allows, never fewer.
struct FieldBounds: Hashable, Sendable {
  /// A place between values, or before or after them all.
  enum Cut: Hashable, Sendable, Comparable {
    case start
    case before(IndexValue)
    case after(IndexValue)
    case end

    /// Whether the left place comes first.
    static func < (left: Cut, right: Cut) -> Bool {
      switch (left, right) {
      case (_, .start), (.end, _): false
      case (.start, _), (_, .end): true
      case (.before(let a), .before(let b)), (.after(let a), .after(let b)): a < b
      case (.before(let a), .after(let b)): a <= b
      case (.after(let a), .before(let b)): a < b
      }
    }
  }

  /// The values between two places.
  struct Interval: Hashable, Sendable {
    var lower: Cut
    var upper: Cut

    /// The one value of the interval.
    var point: IndexValue? {
      guard case .before(let low) = lower, case .after(let high) = upper, low == high else {
        return nil
      }
      return low
    }

    /// How many of the two ends are open: 0, 1 or 2.
    var openEnds: Int {
      (lower == .start ? 1 : 0) + (upper == .end ? 1 : 0)
    }
  }

  /// Whether null, and NaN, belong to the set.
  var hasNull: Bool
  /// The intervals in rising order, apart from one another.
  var intervals: [Interval]

  /// Every value and null.
  static let all = FieldBounds(hasNull: true, intervals: [Interval(lower: .start, upper: .end)])
  /// No value.
  static let nothing = FieldBounds(hasNull: false, intervals: [])
  /// Null alone.
  static let null = FieldBounds(hasNull: true, intervals: [])

  /// The values between two places, none if they are not in order.
  static func between(_ lower: Cut, _ upper: Cut) -> FieldBounds {
    lower < upper
      ? FieldBounds(hasNull: false, intervals: [Interval(lower: lower, upper: upper)]) : nothing
  }

  /// Whether nothing belongs to the set.
  var isEmpty: Bool { !hasNull && intervals.isEmpty }

  /// How many values there are, null counted; nil if there is an interval of several.
  var pointCount: Int? {
    guard intervals.allSatisfy({ $0.point != nil }) else { return nil }
    return intervals.count + (hasNull ? 1 : 0)
  }

  /// Everything that does not belong to the set.
  var complement: FieldBounds {
    var result: [Interval] = []
    var lower = Cut.start
    for interval in intervals {
      if lower < interval.lower { result.append(Interval(lower: lower, upper: interval.lower)) }
      lower = interval.upper
    }
    if lower < .end { result.append(Interval(lower: lower, upper: .end)) }
    return FieldBounds(hasNull: !hasNull, intervals: result)
  }

  /// What belongs to all of the sets: all but what is missing in one of them.
  ///
  /// - Complexity: O(*n* log *n*) for *n* intervals in all.
  static func intersection(of sets: [FieldBounds]) -> FieldBounds {
    guard sets.count > 1 else { return sets.first ?? .all }
    if sets.count == 2, !sets[0].hasNull, !sets[1].hasNull, sets[0].intervals.count == 1,
      sets[1].intervals.count == 1
    {
      let (a, b) = (sets[0].intervals[0], sets[1].intervals[0])
      return between(max(a.lower, b.lower), min(a.upper, b.upper))
    }
    return union(of: sets.map(\.complement)).complement
  }

  /// What belongs to at least one of the sets.
  static func union(of sets: [FieldBounds]) -> FieldBounds {
    var sorted = sets.flatMap(\.intervals)
    sorted.sort { ($0.lower, $0.upper) < ($1.lower, $1.upper) }
    var result: [Interval] = []
    for interval in sorted {
      if let last = result.indices.last, interval.lower <= result[last].upper {
        result[last].upper = max(result[last].upper, interval.upper)
      } else {
        result.append(interval)
      }
    }
    return FieldBounds(hasNull: sets.contains { $0.hasNull }, intervals: result)
  }
}
