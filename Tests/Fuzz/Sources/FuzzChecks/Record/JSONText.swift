@testable import FlatBufferCoding
@testable import WorkspaceStore

/// Checks bytes as JSON, of records and of any values.
public func checkJSON(_ bytes: UnsafeRawBufferPointer) {
  let isJSON = unsafe checkValue(bytes)
  let text = unsafe [UInt8](bytes)
  unsafe checkRecordText(text, Records.kitchen, isJSON: isJSON)
  unsafe checkRecordText(text, Records.awkward, isJSON: isJSON)
  unsafe checkRecordText(text, Records.tree, isJSON: isJSON)
}

/// Text is refused with a place, or builds bytes that verify, and the one record that its JSON describes again.
private func checkRecordText<Value: Record>(
  _ text: [UInt8], _ check: RecordCheck<Value>, isJSON: Bool
) {
  let bytes: [UInt8]
  do throws(FlatBufferError) {
    bytes = try check.build(text)
  } catch {
    require(!error.message.isEmpty, "an error without words")
    require(error.position ?? 0 <= text.count, "an error outside the text: \(error)")
    return
  }
  require(isJSON, "a record of what is no JSON")
  let record = check.decodeOwn(bytes)
  require(check.write(record) == bytes, "JSON and the record write different bytes")
  unsafe check.roundTrip(record, original: nil)
}

/// Whether the bytes are JSON; if so, they come back as the same value.
private func checkValue(_ bytes: UnsafeRawBufferPointer) -> Bool {
  let value: JSONValue
  do throws(FlatBufferError) {
    value = try unsafe JSONValue(parsing: bytes)
  } catch {
    require(error.code == .invalidJSON || error.code == .tooComplex, "JSON: \(error)")
    return false
  }
  let again = mustSucceed("parsing own JSON") { () throws(FlatBufferError) in
    try JSONValue(parsing: value.text)
  }
  require(again == value, "JSON comes back as another value")
  return true
}
