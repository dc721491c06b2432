import FlatBufferCoding
import Testing

@testable import WorkspaceStore

@Suite struct QueryShapeTests {
  private typealias Probe = Queries.Probe

  @Test("The shapes of the interface type-check, and mean what they say")
  func shapes() {
    let flag = true
    let query = Probe.where {
      $0.text == "a" && !$0.flag || $0.small < 4 && $0.text == nil && .constant(flag)
    }
    .order {
      $0.small.descending
      if flag { $0.text.ascending }
    }
    .limit(50).offset(2)
    #expect(query.untyped.order.map(\.isAscending) == [false, true])
    #expect(query.untyped.limit == 50 && query.untyped.offset == 2)
    #expect(query != query.limit(49))
    #expect(Probe.all.limit(-1).untyped.limit == 0)
    #expect(
      Probe.where { $0.flag }.where { $0.plainFlag } == Probe.where { $0.flag && $0.plainFlag })
    _ = Probe.where {
      $0.small.in([1, 2]) && $0.small.in(Set<Int8>([3])) && $0.text.in(["a", nil])
        && $0.mood.in([.high])
    }
    _ = Probe.where { $0.mood == .high && $0.mood != $0.mood && $0.part.size == nil }
    _ = Probe.where { $0.small * 2 + $0.small > 7 && $0.real / 2 < 0.5 && $0.big % 2 == 0 }
    _ = Probe.where { $0.text.hasPrefix("a") && $0.part.label.contains("b") && $0.text.isNull }
  }

  @Test("Two spellings of one character are two queries, as they are two values")
  func spellings() {
    #expect(Probe.where { $0.text == "\u{e9}" } != Probe.where { $0.text == "e\u{301}" })
    #expect(
      Probe.where { $0.text.hasPrefix("\u{e9}") } != Probe.where { $0.text.hasPrefix("e\u{301}") })
    let queries: Set = [Probe.where { $0.text == "a" }, Probe.where { $0.text == "a" }, Probe.all]
    #expect(queries.count == 2)
  }

  @Test(
    "A long chain of conditions is compiled, planned and evaluated without running out of stack")
  func longChains() throws {
    let workspace = try Workspace(inMemory: Configuration())
    try workspace.performChanges { changes in
      try changes.insert(Probe(id: 4999, text: "x"))
    }
    let any = (1..<5000 as Range<UInt64>).reduce(Probe.fields.id == 0) {
      $0 || Probe.fields.id == $1
    }
    #expect(try workspace.fetch(Probe.where { _ in any }).count == 1)
    let all = (0..<5000 as Range<UInt64>).reduce(Probe.fields.text == "x") {
      $0 && Probe.fields.id != $1 + 5000
    }
    #expect(try workspace.fetch(Probe.where { _ in all }).count == 1)
  }

  @Test("A condition that is nested deeply is found right, or too deep: an error", arguments: 0..<4)
  func nested(shape: Int) throws {
    let workspace = try Workspace(inMemory: Configuration())
    try workspace.performChanges { try $0.insert(Probe(id: 7)) }
    typealias Condition = QueryExpression<Probe, Bool>
    func condition(_ depth: Int) -> Condition {
      let start = Probe.fields.id == 7
      guard shape < 3 else {
        let sum = (0..<depth).reduce(Probe.fields.id.node) { sum, _ in
          .arithmetic(.add, sum, .constant(.integer(0)))
        }
        return Condition(node: .compare(.equal, sum, .constant(.integer(7))))
      }
      return (0..<depth).reduce(start) { inner, place in
        switch shape {
        case 0: !(inner)
        case 1: Probe.fields.id == 3 || inner
        default:
          place.isMultiple(of: 2) ? Probe.fields.id == 3 || inner : Probe.fields.id == 7 && inner
        }
      }
    }
    #expect(try workspace.fetch(Probe.where { _ in condition(300) }).map(\.id) == [7])
    for depth in [500, 5000] {
      let query = Probe.where { _ in condition(depth) }
      #expect(error { _ = try workspace.fetch(query) }?.code == .schemaMismatch)
      #expect(error { _ = try workspace.count(query) }?.code == .schemaMismatch)
      #expect(Set([query, Probe.where { _ in condition(depth) }]).count == 1)
      let probe = QueryProbe(workspace, query)
      #expect(probe.settled().updates.last?.error?.code == .schemaMismatch)
    }
    try workspace.shutdown()
  }

  @Test("A condition that does not fit the type is an error, not a trap")
  func misfits() {
    let schema = Probe.recordType.schema
    let wrong: [QueryNode] = [
      .field(FieldPath([8])), .field(FieldPath([99])), .field(FieldPath([16])), .field(FieldPath()),
      .compare(.equal, .field(FieldPath([8])), .constant(.integer(1))),
      .in(.field(FieldPath([3])), [.text("a")]), .hasPrefix(.field(FieldPath([3])), "a"),
      .compare(
        .less, .arithmetic(.add, .field(FieldPath([8])), .constant(.integer(1))), .constant(.null)),
    ]
    for node in wrong {
      #expect(throws: FlatBufferError.self, "\(node)") {
        try Evaluator(condition: node, in: schema)
      }
    }
  }
}
