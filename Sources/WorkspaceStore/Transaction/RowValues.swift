internal import FlatBufferCoding

/// The key and the indexed values of one record's bytes.
///
/// Room is kept from record to record, so that the steady state allocates and retains nothing. Texts are views of the
/// bytes that were read last: they are used before those bytes go.
///
/// Bounds: `storage` has room for `capacity` values; those before `keyCount + indexCount` are initialised, and the
/// accessors check against these counts. Lifetime: the room belongs to this object, which frees it. A value holds no
/// reference.
@safe final class RowValues {
  /// How many values the key has, if it was read.
  private(set) var keyCount = 0
  private var indexCount = 0
  private var storage: UnsafeMutablePointer<PathValue>
  private var capacity = 8

  init() {
    unsafe storage = .allocate(capacity: capacity)
  }

  deinit {
    unsafe storage.deallocate()
  }

  /// A value of the key.
  func key(_ place: Int) -> PathValue {
    precondition(place < keyCount, "RowValues: the key has no such value")
    return unsafe storage[place]
  }

  /// The value of an index, by its place among the type's.
  func indexed(_ place: Int) -> PathValue {
    precondition(place < indexCount, "RowValues: the type has no such index")
    return unsafe storage[keyCount + place]
  }

  /// Takes the values out of a record's bytes.
  ///
  /// - Throws: `damagedRecord`.
  func read(
    _ bytes: UnsafeRawBufferPointer, of statements: RowStatements, rowID: Int64?, key wantsKey: Bool
  ) throws(WorkspaceError) {
    let keys = wantsKey ? statements.keyPaths.count : 0
    let indexes = statements.indexes.count
    keyCount = 0
    indexCount = 0
    if keys + indexes > capacity { grow(keys + indexes) }
    let target = unsafe storage
    do throws(FlatBufferError) {
      try unsafe FlatBuffer.withRoot(of: bytes) { (root) throws(FlatBufferError) in
        for place in 0..<keys {
          let value = try statements.keyPaths[place].value(in: root)
          unsafe (target + place).initialize(to: value)
        }
        for place in 0..<indexes {
          let index = statements.indexes[place]
          if let path = index.flatPath {
            unsafe (target + keys + place).initialize(to: try path.value(in: root))
          } else {
            unsafe (target + keys + place).initialize(to: try index.index.resolved.value(in: root))
          }
        }
      }
    } catch {
      throw WorkspaceError(damaged: error, typeName: statements.type.name, rowID: rowID)
    }
    keyCount = keys
    indexCount = indexes
  }

  private func grow(_ count: Int) {
    unsafe storage.deallocate()
    capacity = count
    unsafe storage = .allocate(capacity: count)
  }

  /// The key, as error messages print it.
  var keyText: String {
    let texts = (0..<keyCount).map { key($0).text }
    return texts.count == 1 ? texts[0] : "(\(texts.joined(separator: ", ")))"
  }
}
