import FlatBufferCoding
import Testing

@testable import WorkspaceStore

@Suite struct QueryArithmeticTests {
  @Test("Calculation never traps; what does not fit, and a division by zero, is null (CASES 26)")
  func edges() {
    let numbers: [PathValue] = [
      .integer(.min), .integer(-1), .integer(0), .integer(1), .integer(.max), .unsigned(0),
      .unsigned(.max), .unsigned(1 << 63), .real(.infinity), .real(-0.0), .real(.nan), .real(1e308),
      .null, .bool(true),
    ]
    for operation in QueryNode.Arithmetic.allCases {
      for left in numbers {
        for right in numbers {
          let result = PathValue.calculate(operation, left, right)
          guard let a = exact(left), let b = exact(right) else { continue }
          let expected = oracle(operation, a, b)
          #expect(exact(result) == expected, "\(operation) \(a) \(b)")
        }
      }
    }
  }

  private func exact(_ value: PathValue) -> Int128? {
    switch value {
    case .integer(let value): Int128(value)
    case .unsigned(let value): Int128(value)
    default: nil
    }
  }

  private func oracle(_ operation: QueryNode.Arithmetic, _ a: Int128, _ b: Int128) -> Int128? {
    let wide: Int128?
    switch operation {
    case .add: wide = a + b
    case .subtract: wide = a - b
    case .multiply:
      let (product, overflow) = a.multipliedReportingOverflow(by: b)
      wide = overflow ? nil : product
    case .divide: wide = b == 0 ? nil : a / b
    case .remainder: wide = b == 0 ? nil : a % b
    }
    return wide.flatMap { $0 < Int128(Int64.min) || $0 > Int128(UInt64.max) ? nil : $0 }
  }

  @Test("Integers of any kind compare exactly with one another and with reals")
  func comparisons() {
    let order: [[PathValue]] = [
      [.real(-.infinity)], [.real(-1e19)], [.integer(.min), .real(-0x1p63)],
      [.integer(-1), .real(-1)],
      [.real(-0.5)], [.integer(0), .unsigned(0), .real(0), .real(-0.0)], [.real(0.5)],
      [.integer(1 << 53), .unsigned(1 << 53), .real(0x1p53)], [.integer(1 << 53 + 1)],
      [.integer(.max), .unsigned(1 << 63 - 1)], [.unsigned(1 << 63), .real(0x1p63)],
      [.unsigned(.max)],
      [.real(0x1p64)], [.real(.infinity)],
    ]
    for (i, left) in order.enumerated() {
      for (j, right) in order.enumerated() {
        for a in left {
          for b in right {
            #expect(a.order(to: b).map { $0.signum() } == (i - j).signum())
            #expect(a.isSame(as: b) == (i == j))
          }
        }
      }
    }
    #expect(PathValue.real(.nan).isSame(as: .null))
    #expect(PathValue.real(.nan).order(to: .real(0)) == nil)
    #expect(PathValue.null.order(to: .null) == nil)
  }

  @Test("A calculation in a query keeps the rows that plain Swift keeps")
  func inQueries() throws {
    let workspace = try Workspace(inMemory: Configuration())
    typealias Item = Tests.Item
    try workspace.performChanges { changes in
      for id in 0..<50 as Range<Int64> {
        try changes.insert(Item(id: id, title: "", rank: Int32(id % 5), due: .max - id))
      }
    }
    #expect(try workspace.count(Item.where { $0.due + $0.id == .max }) == 50)
    // Beyond 64 signed bits, but within the exact range: more than any Int64.
    #expect(try workspace.count(Item.where { $0.due + 100 > .max }) == 50)
    #expect(try workspace.count(Item.where { ($0.due * 4).isNull }) == 50)
    #expect(try workspace.count(Item.where { ($0.id / $0.due % 0).isNull }) == 50)
    #expect(try workspace.count(Item.where { $0.rank * 2 == 8 }) == 10)
  }
}
