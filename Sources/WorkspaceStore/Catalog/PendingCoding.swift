package import FlatBufferCoding

// Until FlatBufferCoding has its dynamic half.
package struct ResolvedPath: Sendable {
  package let fieldType: Schema.TypeReference
  package func value(in root: TableReader) throws(FlatBufferError) -> PathValue { .null }
}
@safe package enum PathValue {
  case null, bool(Bool), integer(Int64), unsigned(UInt64), real(Double), text(
    UnsafeRawBufferPointer)
}
package struct IndexDefinition: Sendable, Hashable {
  package let path: FieldPath
  package let isUnique: Bool
}
extension Schema {
  package func keyFields(of object: Int) -> [Field] { [] }
  package func indexDefinitions() -> [IndexDefinition] { [] }
  package var formerNames: [String] { [] }
  package func closure(ofRoot index: Int) -> Schema { self }
  package func resolve(_ path: FieldPath) throws(FlatBufferError) -> ResolvedPath {
    throw FlatBufferError(code: .invalidSchema, message: "not yet")
  }
  package func text() -> String { "" }
  package func evolutionOffences(from old: Schema) -> [String] { [] }
  package init(binary: [UInt8]) throws(FlatBufferError) { self.init() }
  package func binary() -> [UInt8] { [] }
}
enum Base64 {
  static func decode(_ text: String) throws(FlatBufferError) -> [UInt8] { [] }
}
