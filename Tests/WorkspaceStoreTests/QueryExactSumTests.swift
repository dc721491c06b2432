import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct QueryExactSumTests {
  private func sum(_ values: [Double]) -> Double {
    var sum = ExactSum()
    for value in values { sum.add(value) }
    return sum.value
  }

  @Test("Sums are rounded once, at the end")
  func rounding() {
    #expect(sum([]) == 0)
    #expect(sum([0.1, 0.2, 0.3, -0.3, -0.2, -0.1]) == 0)
    #expect(sum([1e308, 1e308, -1e308]) == 1e308)
    #expect(sum([1e300, 1, -1e300]) == 1)
    #expect(sum([.leastNonzeroMagnitude, .leastNonzeroMagnitude]) == 2 * .leastNonzeroMagnitude)
    #expect(
      sum([.leastNormalMagnitude, -.leastNonzeroMagnitude]) == Double.leastNormalMagnitude.nextDown)
    #expect(sum([-1.5, -2.25]) == -3.75)
    // Halfway between two doubles: to the even one, unless something far below decides.
    #expect(sum([1, 0x1p-53]) == 1)
    #expect(sum([1, 0x1p-53, 0x1p-1074]) == 1 + 0x1p-52)
    #expect(sum([1 + 0x1p-52, 0x1p-53]) == 1 + 0x1p-51)
    #expect(sum([.greatestFiniteMagnitude, .greatestFiniteMagnitude]) == .infinity)
    #expect(sum([.greatestFiniteMagnitude, 0x1p970]) == .infinity)
    #expect(sum([.greatestFiniteMagnitude, 0x1p969]) == .greatestFiniteMagnitude)
    #expect(sum([.infinity, 1]) == .infinity)
    #expect(sum([.infinity, -.infinity]).isNaN)
  }

  @Test("Two values add up as floating point does, which rounds once too", arguments: seeds(40))
  func pairs(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<500 {
      let (a, b) = (Double(bitPattern: random.next()), Double(bitPattern: random.next()))
      guard a.isFinite, b.isFinite else { continue }
      #expect(sum([a, b]) == a + b)
      let near = b.significand * a
      if near.isFinite { #expect(sum([a, near, -a]) == near) }
      #expect(sum([a, -near]) == a - near)
    }
  }

  @Test(
    "What was added and taken away in any order is as if it had never been", arguments: seeds(30))
  func order(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let special = [0, -0.0, Double.infinity, 0x1p-1070, 3.5]
    var values = (0..<200).map { _ in special[Int.random(in: 0..<5, using: &random)] }
    for _ in 0..<200 { values.append(Double.random(in: -1e9...1e9, using: &random)) }
    var sum = ExactSum()
    for value in values.shuffled(using: &random) { sum.add(value) }
    let kept = values.prefix(170).filter(\.isFinite)
    for value in values.shuffled(using: &random) { sum.subtract(value) }
    #expect(sum.value == 0)
    for value in kept { sum.add(value) }
    #expect(sum.value == self.sum(kept.shuffled(using: &random)))
  }
}
