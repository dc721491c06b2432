/// What values add up to: integers exactly, reals as doubles.
public struct QueryTotal: Sendable {
  package private(set) var integers: Int128 = 0
  package private(set) var reals = 0.0
  package private(set) var count = 0

  init() {}

  /// Adds a number; null, NaN and what is no number change nothing.
  mutating func add(_ constant: QueryConstant) {
    switch constant {
    case .integer(let value): integers += Int128(value)
    case .unsigned(let value): integers += Int128(value)
    case .real(let value) where !value.isNaN: reals += value
    default: return
    }
    count += 1
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
