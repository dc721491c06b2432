package import FlatBufferCoding

// What a query calculates. Integers are exact: a result that lies outside −2⁶³…2⁶⁴−1 is null, and so is an integer
// divided by zero. With a real on either side both are taken as doubles, and IEEE 754 holds.
extension PathValue {
  /// Applies an operation; null with null, and null for what is no number.
  package static func calculate(
    _ operation: QueryNode.Arithmetic, _ left: PathValue, _ right: PathValue
  ) -> PathValue {
    if case .integer(let a) = left, case .integer(let b) = right,
      let result = quick(operation, a, b)
    {
      return .integer(result)
    }
    if let a = left.exactInteger, let b = right.exactInteger {
      return exact(operation, a, b)
    }
    guard let a = left.number, let b = right.number else { return .null }
    let result =
      switch operation {
      case .add: a + b
      case .subtract: a - b
      case .multiply: a * b
      case .divide: a / b
      case .remainder: a.truncatingRemainder(dividingBy: b)
      }
    return result.isNaN ? .null : .real(result)
  }

  /// The result where 64 signed bits hold it, which is nearly always; else nil.
  @inline(__always)
  private static func quick(_ operation: QueryNode.Arithmetic, _ a: Int64, _ b: Int64) -> Int64? {
    let (result, overflow) =
      switch operation {
      case .add: a.addingReportingOverflow(b)
      case .subtract: a.subtractingReportingOverflow(b)
      case .multiply: a.multipliedReportingOverflow(by: b)
      case .divide: a.dividedReportingOverflow(by: b)
      case .remainder: a.remainderReportingOverflow(dividingBy: b)
      }
    return overflow ? nil : result
  }

  private static func exact(
    _ operation: QueryNode.Arithmetic, _ a: Int128, _ b: Int128
  ) -> PathValue {
    let (result, overflow) =
      switch operation {
      case .add: a.addingReportingOverflow(b)
      case .subtract: a.subtractingReportingOverflow(b)
      case .multiply: a.multipliedReportingOverflow(by: b)
      case .divide: a.dividedReportingOverflow(by: b)
      case .remainder: a.remainderReportingOverflow(dividingBy: b)
      }
    if overflow { return .null }
    if let signed = Int64(exactly: result) { return .integer(signed) }
    return UInt64(exactly: result).map { .unsigned($0) } ?? .null
  }

  private var exactInteger: Int128? {
    switch self {
    case .integer(let value): Int128(value)
    case .unsigned(let value): Int128(value)
    default: nil
    }
  }

  private var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .unsigned(let value): Double(value)
    case .real(let value): value
    default: nil
    }
  }
}
