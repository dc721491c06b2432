import FlatBufferCoding
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct SubscriptionIndexTests {
  private func term(
    _ condition: (Watched.Fields) -> QueryExpression<Watched, Bool>
  ) -> (path: FieldPath, bounds: FieldBounds)? {
    RouteTerm(condition(Watched.fields).node, in: Watched.recordType.schema)
      .map { ($0.path, $0.bounds) }
  }

  @Test(
    "The most telling field of a condition is found: few values, then intervals, then open ones")
  func mostTelling() {
    #expect(term { $0.rank == nil && $0.group == "a" }?.path == FieldPath([1]))
    #expect(term { $0.rank > 3 && $0.group == "a" }?.path == FieldPath([1]))
    #expect(term { $0.rank > 3 && $0.score > 1 && $0.score < 2 }?.path == FieldPath([3]))
    #expect(term { $0.rank > 3 && $0.score * 2.0 < 2 }?.path == FieldPath([2]))
    #expect(term { $0.group == "a" || $0.group == "b" }?.bounds.pointCount == 2)
    #expect(term { $0.text.hasPrefix("x") }?.bounds.intervals.count == 1)
    #expect(term { $0.rank == nil }?.bounds == .null)
  }

  @Test("Where no field narrows there is no term")
  func noTerm() {
    #expect(term { $0.rank > 3 || $0.group == "a" } == nil)
    #expect(term { $0.group != "a" } == nil)
    #expect(term { $0.text.contains("x") } == nil)
    #expect(RouteTerm(nil, in: Watched.recordType.schema) == nil)
  }

  @Test("A value meets a condition only if the condition's bounds hold it")
  func manyValues() {
    let many = term { $0.id.in((0..<1000).map { Int64(3 * $0) }) }
    #expect(many?.bounds.intervals.count == 1)
    #expect(term { $0.id.in([1, 2, 3] as [Int64]) }?.bounds.pointCount == 3)
    #expect(term { $0.rank > 3 && $0.rank < 3 }?.bounds.isEmpty == true)
  }

  @Test(
    "Intervals are found like by looking at all of them, while they come and go",
    arguments: seeds(40))
  func intervalTree(seed: UInt64) {
    typealias Interval = FieldBounds.Interval
    var random = SeededGenerator(seed: seed)
    var tree = IntervalTree<Int>()
    var model: [Int: Interval] = [:]
    func cut() -> FieldBounds.Cut {
      let value = IndexValue.integer(Int64.random(in: 0..<30, using: &random))
      return switch Int.random(in: 0..<8, using: &random) {
      case 0: .start
      case 1: .end
      case 2, 3, 4: .before(value)
      default: .after(value)
      }
    }
    for number in 0..<400 {
      let (a, b) = (cut(), cut())
      if a != b {
        let interval = Interval(lower: min(a, b), upper: max(a, b))
        tree.insert(interval, number: number, number)
        model[number] = interval
      }
      if Int.random(in: 0..<3, using: &random) == 0,
        let gone = model.keys.sorted().randomElement(using: &random),
        let interval = model.removeValue(forKey: gone)
      {
        tree.remove(interval, number: gone)
      }
      let value = Int64.random(in: -1...31, using: &random)
      var found: [Int] = []
      _ = tree.forEach(holding: .integer(value)) { number, _ in found.append(number) }
      let expected = model.filter {
        $0.value.lower <= .before(.integer(value)) && $0.value.upper >= .after(.integer(value))
      }
      #expect(found.sorted() == expected.keys.sorted())
      #expect(tree.count == model.count)
    }
    for (number, interval) in model { tree.remove(interval, number: number) }
    #expect(tree.isEmpty)
  }
}
