internal import FlatBufferCoding

/// Room that is kept from transaction to transaction, so that writing a record allocates nothing.
///
/// Belongs to the writer's queue.
final class WriteScratch {
  /// What was found out about a program's type.
  struct Relation {
    /// Held, so that no other type gets its address.
    let identity: RecordType.Identity
    let stored: StoredType
    let isRecordedNewer: Bool
  }

  var builder = FlatBufferBuilder()
  let values = RowValues()
  let oldValues = RowValues()
  /// The last type that was opened, as most calls repeat it.
  var lastIdentity: RecordType.Identity?
  var lastOpen: WriteTransaction.OpenType?
  /// What was found out about the program's types.
  var relations: [ObjectIdentifier: Relation] = [:]

  /// Forgets the last type, as the catalog has changed.
  func forgetTypes() {
    lastIdentity = nil
    lastOpen = nil
  }
}
