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
