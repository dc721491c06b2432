import FlatBufferCoding
import TestSupport

@testable import WorkspaceStore

/// A record with an integer key, for tests of observation.
struct Watched: Record {
  struct Fields: Sendable {
    let id = QueryExpression<Watched, Int64>(path: FieldPath([0]))
    let group = QueryExpression<Watched, String>(path: FieldPath([1]))
    let rank = QueryExpression<Watched, Int32?>(path: FieldPath([2]))
    let score = QueryExpression<Watched, Double>(path: FieldPath([3]))
    let text = QueryExpression<Watched, String?>(path: FieldPath([4]))
  }

  var id: Int64
  var group: String
  var rank: Int32?
  var score: Double = 0
  var text: String?

  static let recordType = makeRecordType(
    "Tests.Watched",
    [
      Schema.Field(
        name: "id", type: .init(.int64), id: 0, offset: 4, attributes: [.init(name: "primary")]),
      Schema.Field(name: "group", type: .init(.string), id: 1, offset: 6, isRequired: true),
      Schema.Field(name: "rank", type: .init(.int32), id: 2, offset: 8, isOptional: true),
      Schema.Field(name: "score", type: .init(.float64), id: 3, offset: 10),
      Schema.Field(name: "text", type: .init(.string), id: 4, offset: 12),
    ])
  static let fields = Fields()

  init(id: Int64, group: String = "a", rank: Int32? = nil, score: Double = 0, text: String? = nil) {
    (self.id, self.group, self.rank, self.score, self.text) = (id, group, rank, score, text)
  }

  init(reading table: TableReader) throws(FlatBufferError) {
    id = try table.scalar(0, default: 0)
    group = try table.requiredString(1, named: "group")
    rank = try table.optionalScalar(2)
    score = try table.scalar(3, default: 0)
    text = try table.string(4)
  }

  func write(to builder: inout FlatBufferBuilder) -> FlatBufferOffset {
    let group = builder.string(group)
    let text = text.map { builder.string($0) }
    builder.startTable(fieldCount: 5)
    builder.add(0, id, default: 0)
    builder.add(1, group)
    builder.add(2, rank)
    builder.add(3, score, default: 0)
    builder.add(4, text)
    return builder.endTable()
  }
}

/// A record with a string key.
struct Named: Record {
  struct Fields: Sendable {
    let name = QueryExpression<Named, String>(path: FieldPath([0]))
    let size = QueryExpression<Named, Int64>(path: FieldPath([1]))
  }

  var name: String
  var size: Int64
  var id: String { name }

  static let recordType = makeRecordType(
    "Tests.Named",
    [
      Schema.Field(
        name: "name", type: .init(.string), id: 0, offset: 4, isRequired: true,
        attributes: [.init(name: "primary")]),
      Schema.Field(name: "size", type: .init(.int64), id: 1, offset: 6),
    ])
  static let fields = Fields()

  init(name: String, size: Int64) {
    (self.name, self.size) = (name, size)
  }

  init(reading table: TableReader) throws(FlatBufferError) {
    name = try table.requiredString(0, named: "name")
    size = try table.scalar(1, default: 0)
  }

  func write(to builder: inout FlatBufferBuilder) -> FlatBufferOffset {
    let name = builder.string(name)
    builder.startTable(fieldCount: 2)
    builder.add(0, name)
    builder.add(1, size, default: 0)
    return builder.endTable()
  }
}

func makeRecordType(_ name: String, _ fields: [Schema.Field]) -> RecordType {
  do {
    return try RecordType(
      schema: Schema(objects: [.init(name: name, fields: fields)], rootIndex: 0))
  } catch {
    preconditionFailure("\(name): \(error)")
  }
}
