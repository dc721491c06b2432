import FlatBufferCoding

@testable import WorkspaceStore

/// A record made by hand: an integer key, an indexed field, a unique one, an optional indexed one.
struct StoreItem: Record {
  var id: Int64
  var name: String
  var rank: Int32 = 0
  var code: String?
  var ratio: Double?

  typealias Fields = Void
  static var fields: Void { () }

  static let table = Result {
    try StoreTable(
      [
        .init(name: "id", base: .int64, attributes: ["primary"]),
        .init(name: "name", base: .string),
        .init(name: "rank", base: .int32, attributes: ["indexed"]),
        .init(name: "code", base: .string, attributes: ["unique"]),
        .init(name: "ratio", base: .float64, attributes: ["indexed"], isOptional: true),
      ], name: "Test.StoreItem")
  }

  static var recordType: RecordType {
    switch table {
    case .success(let table): table.recordType
    case .failure(let error): preconditionFailure("StoreItem: \(error)")
    }
  }

  init(
    id: Int64, name: String = "", rank: Int32 = 0, code: String? = nil, ratio: Double? = nil
  ) {
    self.id = id
    self.name = name
    self.rank = rank
    self.code = code
    self.ratio = ratio
  }

  init(reading table: TableReader) throws(FlatBufferError) {
    id = try table.scalar(0, default: 0)
    name = try table.string(1) ?? ""
    rank = try table.scalar(2, default: 0)
    code = try table.string(3)
    ratio = try table.optionalScalar(4)
  }

  func write(to builder: inout FlatBufferBuilder) -> FlatBufferOffset {
    let name = builder.string(name)
    let code = code.map { builder.string($0) }
    builder.startTable(fieldCount: 5)
    builder.add(0, id, default: 0)
    builder.add(1, name)
    builder.add(2, rank, default: 0)
    builder.add(3, code)
    builder.add(4, ratio)
    return builder.endTable()
  }
}

extension StoreTable: @unchecked Sendable {}

/// A record made by hand with a string key.
struct StoreNote: Record {
  var title: String
  var text: String = ""

  var id: String { title }
  typealias Fields = Void
  static var fields: Void { () }

  static let table = Result {
    try StoreTable(
      [
        .init(name: "title", base: .string, attributes: ["primary"]),
        .init(name: "text", base: .string),
      ], name: "Test.StoreNote")
  }

  static var recordType: RecordType {
    switch table {
    case .success(let table): table.recordType
    case .failure(let error): preconditionFailure("StoreNote: \(error)")
    }
  }

  init(title: String, text: String = "") {
    self.title = title
    self.text = text
  }

  init(reading table: TableReader) throws(FlatBufferError) {
    title = try table.requiredString(0, named: "title")
    text = try table.string(1) ?? ""
  }

  func write(to builder: inout FlatBufferBuilder) -> FlatBufferOffset {
    let title = builder.string(title)
    let text = builder.string(text)
    builder.startTable(fieldCount: 2)
    builder.add(0, title)
    builder.add(1, text)
    return builder.endTable()
  }
}
