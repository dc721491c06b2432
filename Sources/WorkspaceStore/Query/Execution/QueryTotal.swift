/// What values add up to: integers exactly, reals rounded once, at the end.
public struct QueryTotal: Sendable {
  package private(set) var integers: Int128 = 0
  private var sum = ExactSum()
  package private(set) var count = 0

  init() {}

  /// The reals' sum.
  package var reals: Double { sum.value }

  /// The mean of all values; nil without any.
  var average: Double? {
    count == 0 ? nil : (Double(integers) + reals) / Double(count)
  }

  /// Adds a number; null, NaN and what is no number change nothing.
  mutating func add(_ constant: QueryConstant) {
    switch constant {
    case .integer(let value): integers += Int128(value)
    case .unsigned(let value): integers += Int128(value)
    case .real(let value) where !value.isNaN: sum.add(value)
    default: return
    }
    count += 1
  }

  /// Takes away a number that was added.
  mutating func subtract(_ constant: QueryConstant) {
    switch constant {
    case .integer(let value): integers -= Int128(value)
    case .unsigned(let value): integers -= Int128(value)
    case .real(let value) where !value.isNaN: sum.subtract(value)
    default: return
    }
    count -= 1
  }

  /// Whether two totals tell subscribers the same.
  func isSame(as other: QueryTotal) -> Bool {
    count == other.count && integers == other.integers
      && reals.bitPattern == other.reals.bitPattern
  }
}

/// A type that sums have: `Int64`, `UInt64` or `Double`.
public protocol QuerySum: QueryNumber {
  /// Takes a total; nil if it is too great.
  init?(total: QueryTotal)
}

extension Int64: QuerySum {
  /// Takes the integers.
  public init?(total: QueryTotal) {
    self.init(exactly: total.integers)
  }
}

extension UInt64: QuerySum {
  /// Takes the integers.
  public init?(total: QueryTotal) {
    self.init(exactly: total.integers)
  }
}

extension Double: QuerySum {
  /// Takes integers and reals.
  public init?(total: QueryTotal) {
    self = Double(total.integers) + total.reals
  }
}
