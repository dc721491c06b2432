@testable import FlatBufferCoding
import Foundation
@testable import WorkspaceStore

extension RecordCheck {
  /// Takes a record through bytes, JSON and `Codable`, and compares at each turn.
  ///
  /// Bytes are canonical, so that they are what is compared; but JSON knows only one NaN.
  func roundTrip(_ record: Value, original: UnsafeRawBufferPointer?) {
    guard let bytes = write(record) else { return }
    let again = decodeOwn(bytes)
    require(write(again) == bytes, "a record is written in two ways")
    // A record that holds NaN is not even equal to itself, unless it shares its arrays.
    let isComparable = again == decodeOwn(bytes)
    if isComparable {
      require(again == record, "a record comes back as another one")
      require(again.hashValue == record.hashValue, "equal records have two hashes")
      require(again.id == record.id, "equal records have two keys")
    }
    // Small inputs can share tables many times; their JSON would cost more than it tells.
    guard bytes.count <= 32_768 else { return }
    let text = textOfOwn(bytes)
    if let original = unsafe original {
      let direct = mustSucceed("JSON of verified bytes") { () throws(FlatBufferError) in
        try unsafe self.text(original)
      }
      require(direct == text, "JSON of bytes and of the record in them differ")
    }
    let built = mustSucceed("building from own JSON") { () throws(FlatBufferError) in
      try build(text)
    }
    if isComparable { require(built == bytes, "JSON loses something") }
    require(textOfOwn(built) == text, "JSON of what JSON built differs")
    compareCodable(record, text: text, bytes: built)
  }

  /// Compares the generated `Codable` with the JSON that the schema alone gives.
  private func compareCodable(_ record: Value, text: [UInt8], bytes: [UInt8]) {
    do {
      let decoded = try JSONDecoder().decode(Value.self, from: Data(text))
      require(write(decoded) == bytes, "Codable reads another record")
      let encoded = [UInt8](try JSONEncoder().encode(record))
      let built = mustSucceed("building from Codable's JSON") { () throws(FlatBufferError) in
        try build(encoded)
      }
      require(built == bytes, "Codable writes another record")
    } catch {
      fault("Codable throws: \(error)")
    }
  }
}
