internal import FlatBufferCoding

/// Room that is kept from transaction to transaction, so that writing a record allocates nothing.
///
/// Lifetime: `builder` points to memory that belongs to this object, and is initialised from `init` to `deinit`; being
/// memory of its own, using it is not checked for exclusivity. Belongs to the writer's queue.
@safe final class WriteScratch {
  /// What was found out about a program's type.
  struct Relation {
    /// Held, so that no other type gets its address.
    let identity: RecordType.Identity
    let stored: StoredType
    let isRecordedNewer: Bool
  }

  let builder: UnsafeMutablePointer<FlatBufferBuilder>
  let values = RowValues()
  let oldValues = RowValues()
  /// The last type that was opened, as most calls repeat it.
  var lastIdentity: RecordType.Identity?
  var lastOpen: WriteTransaction.OpenType?
  /// What was found out about the program's types.
  var relations: [ObjectIdentifier: Relation] = [:]

  init() {
    unsafe builder = .allocate(capacity: 1)
    unsafe builder.initialize(to: FlatBufferBuilder())
  }

  deinit {
    unsafe builder.deinitialize(count: 1)
    unsafe builder.deallocate()
  }

  /// Forgets the last type, as the catalog has changed.
  func forgetTypes() {
    lastIdentity = nil
    lastOpen = nil
  }
}
