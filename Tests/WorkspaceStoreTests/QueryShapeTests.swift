import FlatBufferCoding
import Testing

@testable import WorkspaceStore

private enum Color: FlatBufferEnum, QueryValue {
  case red
  case unknown(UInt8)

  static let names: [(name: String, rawValue: UInt8)] = [("red", 0)]

  init(knownOrUnknown rawValue: UInt8) { self = rawValue == 0 ? .red : .unknown(rawValue) }

  var rawValue: UInt8 {
    switch self {
    case .red: 0
    case .unknown(let value): value
    }
  }
}

/// A record without bytes: only its type-checking matters.
private struct Sample: Record {
  var id: Int32 = 0

  init(reading table: TableReader) throws(FlatBufferError) {}
  func write(to builder: inout FlatBufferBuilder) -> FlatBufferOffset {
    builder.startTable(fieldCount: 0)
    return builder.endTable()
  }

  struct Fields: Sendable {
    let title = QueryExpression<Sample, String>(path: FieldPath([0]))
    let note = QueryExpression<Sample, String?>(path: FieldPath([1]))
    let rank = QueryExpression<Sample, Int32>(path: FieldPath([2]))
    let big = QueryExpression<Sample, UInt64?>(path: FieldPath([3]))
    let price = QueryExpression<Sample, Double>(path: FieldPath([4]))
    let done = QueryExpression<Sample, Bool>(path: FieldPath([5]))
    let color = QueryExpression<Sample, Color>(path: FieldPath([6]))
    let shade = QueryExpression<Sample, Color?>(path: FieldPath([7]))
  }
  static let fields = Fields()
  static var recordType: RecordType { RecordType(encodedSchema: "") }
}

@Suite struct QueryShapeTests {
  @Test("The shapes of the interface type-check")
  func shapes() {
    let flag = true
    let query = Sample.where {
      $0.title == "a" && !$0.done || $0.rank < 4 && $0.note == nil && .constant(flag)
    }
    .order {
      $0.rank.descending
      if flag { $0.title.ascending }
    }
    .limit(50).offset(2)
    #expect(query.untyped.order.count == 2)
    #expect(query != query.limit(49))
    _ = Sample.where {
      $0.rank.in([1, 2]) && $0.rank.in(Set<Int32>([3])) && $0.note.in(["a", nil])
        && $0.color.in([.red])
    }
    _ = Sample.where {
      $0.color == .red && $0.shade == .red && $0.shade == nil && $0.color == $0.shade
    }
    _ = Sample.where { $0.rank * 2 + $0.rank > 7 && $0.price / 2 < 0.5 && $0.big % 2 == 0 }
    _ = Sample.where { $0.title.hasPrefix("a") && $0.note.contains("b") && $0.note.isNull }
    #expect(Sample.where { $0.title == "\u{e9}" } != Sample.where { $0.title == "e\u{301}" })
  }
}
