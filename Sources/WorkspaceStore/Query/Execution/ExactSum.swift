/// The sum of doubles without any rounding until it is asked for: adding and taking away in any order gives the same.
///
/// A fixed-point number that holds every double exactly, in digits of 32 bits, each with room for carries (Kulisch,
/// "Computer Arithmetic and Validity", 2008). So a sum that is kept up to date equals one that is made anew.
struct ExactSum: Sendable {
  /// Digits of 2³², the lowest one first, of which the lowest bit stands for 2⁻¹⁰⁷⁴; none until there is a value.
  private var digits: ContiguousArray<Int64> = []
  /// Additions since carries were last passed on.
  private var additions = 0
  private var infinities = (positive: 0, negative: 0)

  /// The doubles' 2,098 bits, and 64 for as many additions as there may be.
  private static let digitCount = 68
  /// Each addition adds less than 2³² to a digit.
  private static let mostAdditions = 1 << 30

  /// Adds a value that is no NaN.
  mutating func add(_ value: Double) { add(value, times: 1) }

  /// Takes away a value that was added.
  mutating func subtract(_ value: Double) { add(value, times: -1) }

  private mutating func add(_ value: Double, times sign: Int64) {
    guard value.isFinite else {
      if value > 0 { infinities.positive += Int(sign) } else { infinities.negative += Int(sign) }
      return
    }
    guard value != 0 else { return }
    if digits.isEmpty { digits = ContiguousArray(repeating: 0, count: Self.digitCount) }
    let exponent = Int(value.exponentBitPattern)
    let significand = value.significandBitPattern | (exponent == 0 ? 0 : 1 << 52)
    let place = max(0, exponent - 1)
    let sign = value.sign == .minus ? -sign : sign
    let wide = UInt128(significand) << UInt128(place & 31)
    var digit = place >> 5
    var rest = wide
    while rest != 0 {
      digits[digit] += sign * Int64(truncatingIfNeeded: rest & 0xffff_ffff)
      rest >>= 32
      digit += 1
    }
    additions += 1
    if additions == Self.mostAdditions { carry() }
  }

  /// Leaves less than 2³² in every digit but the last, which has the sign.
  private mutating func carry() {
    for index in digits.indices.dropLast() {
      digits[index + 1] += digits[index] >> 32
      digits[index] &= 0xffff_ffff
    }
    additions = 0
  }

  /// The sum, rounded once to the nearest double; NaN if infinities of both signs were added.
  var value: Double {
    switch infinities {
    case (0, 0): break
    case (0, _): return -.infinity
    case (_, 0): return .infinity
    default: return .nan
    }
    if digits.isEmpty { return 0 }
    var sum = self
    sum.carry()
    let isNegative = (sum.digits.last ?? 0) < 0
    if isNegative {
      for index in sum.digits.indices { sum.digits[index] = -sum.digits[index] }
      sum.carry()
    }
    let magnitude = sum.magnitude
    return isNegative ? -magnitude : magnitude
  }

  /// The digits, whose carries are passed on and which are positive, as a double.
  private var magnitude: Double {
    guard let top = digits.lastIndex(where: { $0 != 0 }) else { return 0 }
    // The highest 96 bits or more; what is below matters only by not being zero.
    var bits = UInt128(digits[top])
    for index in stride(from: top - 1, through: max(0, top - 2), by: -1) {
      bits = bits << 32 | UInt128(digits[index])
    }
    let base = 32 * max(0, top - 2)
    let isInexact = digits[..<max(0, top - 2)].contains { $0 != 0 }
    let highest = 127 - bits.leadingZeroBitCount
    // Numbers below 2⁻¹⁰²¹ are their own bit patterns.
    if base + highest <= 52 { return Double(bitPattern: UInt64(bits)) }
    let dropped = highest - 52
    var significand = UInt64(bits >> UInt128(dropped))
    let half = UInt128(1) << UInt128(dropped - 1)
    let rest = bits & (half << 1 - 1)
    if rest > half || (rest == half && (isInexact || significand & 1 == 1)) { significand += 1 }
    var exponent = base + highest - 51
    if significand == 1 << 53 {
      significand = 1 << 52
      exponent += 1
    }
    if exponent >= 2047 { return .infinity }
    return Double(bitPattern: UInt64(exponent) << 52 | significand & (1 << 52 - 1))
  }
}
