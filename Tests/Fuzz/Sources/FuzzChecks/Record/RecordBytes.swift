@testable import FlatBufferCoding
@testable import WorkspaceStore

/// The record types, made once.
enum Records {
  nonisolated(unsafe) static let kitchen = RecordCheck<Samples.KitchenSink>()
  nonisolated(unsafe) static let awkward = RecordCheck<Awkward.Type_.Record>()
  nonisolated(unsafe) static let tree = RecordCheck<Fuzz.Tree>()
}

/// Checks bytes as records of several types, verified and not.
public func checkRecordBytes(_ bytes: UnsafeRawBufferPointer) {
  unsafe checkRecordBytes(bytes, Records.kitchen)
  unsafe checkRecordBytes(bytes, Records.awkward)
  unsafe checkRecordBytes(bytes, Records.tree)
}

/// Reading ends in a typed error or a value; bytes that verify can be read, and any record that was read can be written.
private func checkRecordBytes<Value: Record>(
  _ bytes: UnsafeRawBufferPointer, _ check: RecordCheck<Value>
) {
  let isVerified = unsafe check.isVerified(bytes)
  do throws(FlatBufferError) {
    try unsafe readIndexes(bytes, check)
    let record = try unsafe check.decode(bytes)
    unsafe check.roundTrip(record, original: isVerified ? bytes : nil)
  } catch {
    require(!isVerified, "\(Value.self) verifies, but can't be read: \(error)")
    require(!error.message.isEmpty, "an error without words")
  }
  // What does not verify may have JSON or not, but must not trap.
  if !isVerified { _ = try? unsafe check.text(bytes) }
}

/// Reads what the indexes of the type would hold.
private func readIndexes<Value: Record>(
  _ bytes: UnsafeRawBufferPointer, _ check: RecordCheck<Value>
) throws(FlatBufferError) {
  try unsafe FlatBuffer.withRoot(of: bytes) { (root) throws(FlatBufferError) in
    for path in check.indexes {
      if case .text(let text) = try path.value(in: root), text.count > 0 {
        blackHole(unsafe text[0] &+ text[text.count - 1])
      }
    }
  }
}

/// Keeps the compiler from leaving out what makes `value`.
@inline(never)
private func blackHole(_ value: UInt8) {}
