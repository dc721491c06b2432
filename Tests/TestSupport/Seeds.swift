import Foundation

/// A small reproducible generator (SplitMix64, Steele, Lea and Flood, 2014).
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// Starts the sequence of `seed`.
  public init(seed: UInt64) {
    state = seed
  }

  /// The next 64 bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// The first `count` seeds of a random test, as `arguments:`.
///
/// A run that is slow anyway, under a sanitizer say, takes fewer: the environment's `TEST_SEED_DIVISOR` divides their number. A
/// long run takes more: `TEST_SEED_FACTOR` multiplies it.
public func seeds(_ count: Int) -> [UInt64] {
  (0..<UInt64(max(1, count * seedFactor / seedDivisor))).map { $0 &* 0x2545_F491_4F6C_DD1D &+ 1 }
}

/// By how much this run does more than others: 1, or the environment's `TEST_SEED_FACTOR`.
private var seedFactor: Int {
  max(1, ProcessInfo.processInfo.environment["TEST_SEED_FACTOR"].flatMap(Int.init) ?? 1)
}

/// By how much this run does less than others: 1, or the environment's `TEST_SEED_DIVISOR`.
public var seedDivisor: Int {
  max(1, ProcessInfo.processInfo.environment["TEST_SEED_DIVISOR"].flatMap(Int.init) ?? 1)
}
