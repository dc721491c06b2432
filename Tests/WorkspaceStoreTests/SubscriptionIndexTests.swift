import FlatBufferCoding
import Testing

@testable import WorkspaceStore

@Suite struct SubscriptionIndexTests {
  private let name = QueryNode.field(FieldPath([1]))
  private let rank = QueryNode.field(FieldPath([2]))

  @Test("The most telling equality of a condition is found among those that all must hold")
  func equalityTerm() {
    let isTrue = QueryNode.compare(.equal, rank, .constant(.bool(true)))
    let isA = QueryNode.compare(.equal, .constant(.text("a")), name)
    #expect(QueryNode.and(isTrue, isA).equalityTerm?.path == FieldPath([1]))
    #expect(QueryNode.and(isTrue, isA).equalityTerm?.values == [.text("a")])
    #expect(QueryNode.or(isTrue, isA).equalityTerm == nil)
    #expect(QueryNode.not(isA).equalityTerm == nil)
    #expect(QueryNode.compare(.less, name, .constant(.text("a"))).equalityTerm == nil)
    #expect(QueryNode.isNull(name).equalityTerm?.values == [.null])
    let some = QueryNode.in(rank, [.integer(1), .unsigned(1), .real(2)])
    #expect(some.equalityTerm?.values == [.unsigned(1), .unsigned(2)])
  }

  @Test(
    "Numbers that a query takes for equal have one normal form; those that may equal several have none"
  )
  func normal() {
    #expect(QueryConstant.integer(7).normal == QueryConstant.unsigned(7).normal)
    #expect(QueryConstant.real(7).normal == QueryConstant.integer(7).normal)
    #expect(QueryConstant.real(-0.0).normal == QueryConstant.integer(0).normal)
    #expect(QueryConstant.integer(-7).normal == QueryConstant.real(-7).normal)
    #expect(QueryConstant.real(.nan).normal == .null)
    #expect(QueryConstant.real(0x1p60).normal == nil)
    #expect(QueryConstant.integer(1 << 60).normal == .unsigned(1 << 60))
    #expect(QueryConstant.text("e\u{301}").normal != QueryConstant.text("\u{E9}").normal)
  }
}
