/// Typed access to a dictionary: a workspace's own, or a transaction's.
///
/// Values are `Bool`, integers, `Float`, `Double`, `String`, `[UInt8]`, any `Record`, and any other `Codable`
/// as JSON. An integer is read as any integer type that can hold it; a float as `Double` too; otherwise a value is
/// only read as the type that was set. Reading or setting an optional type means its wrapped
/// type, and setting nil removes. Keys and namespaces compare by their UTF-8 bytes.
public protocol DictionaryAccess {
  /// The namespace of the keys; empty for the dictionary itself.
  var namespace: String { get }

  /// The value of a key as it is stored; for this library only.
  func stored(_ key: String) throws(WorkspaceError) -> StoredValue?
  /// Stores a value, or removes it; for this library only.
  func store(_ value: StoredValue?, for key: String) throws(WorkspaceError)
  /// Takes note of a set that failed where nothing can be thrown.
  func noteFailure(_ error: WorkspaceError)
  /// The keys, in order of their UTF-8 bytes.
  func keys() throws(WorkspaceError) -> [String]
  /// Removes every key, also those that were never read here.
  func removeAll() throws(WorkspaceError)
}

/// A dictionary's value between memory and the store; of use to this library only.
public struct StoredValue: Sendable {
  @usableFromInline
  package let value: DictionaryValue
  /// The value as it was decoded before.
  let decoded: DictionaryStore.Decoded?
  /// The type of a record that is to be stored, as the program knows it.
  let known: RecordType?

  @usableFromInline
  package init(_ value: DictionaryValue) {
    self.init(value, decoded: nil)
  }

  init(
    _ value: DictionaryValue, decoded: DictionaryStore.Decoded?, known: RecordType? = nil
  ) {
    self.value = value
    self.decoded = decoded
    self.known = known
  }
}

extension DictionaryAccess {
  /// The value of a key; nil if there is none, or it is damaged or of another type.
  ///
  /// Setting nil removes the key. A set that fails can't throw here: outside transactions the value goes back and the
  /// next `synchronize()` throws; inside, the transaction fails.
  @inlinable
  public subscript<Value: Codable & Sendable>(key: String, type: Value.Type) -> Value? {
    get { try? value(key, as: type) }
    nonmutating set {
      do throws(WorkspaceError) {
        if let newValue { try set(newValue, for: key) } else { try remove(key) }
      } catch {
        noteFailure(error)
      }
    }
  }

  /// The value of a key, or a default in its place.
  public subscript<Value: Codable & Sendable>(
    key: String, default defaultValue: @autoclosure () -> Value
  ) -> Value {
    get { self[key, Value.self] ?? defaultValue() }
    nonmutating set { self[key, Value.self] = newValue }
  }

  /// The value of a key, nil if there is none.
  ///
  /// - Throws: `typeMismatch` if it was set as another type, `damagedValue`, what reading throws.
  @inlinable
  public func value<Value: Codable & Sendable>(
    _ key: String, as type: Value.Type
  ) throws(WorkspaceError) -> Value? {
    guard let stored = try stored(key) else { return nil }
    if let plain = stored.value.plain(as: type) { return plain }
    return try decode(stored, of: key, as: type)
  }

  @usableFromInline
  func decode<Value: Codable & Sendable>(
    _ stored: StoredValue, of key: String, as type: Value.Type
  ) throws(WorkspaceError) -> Value {
    // Unwrapped first: nil could be cast to an optional type.
    if let decoded = stored.decoded, let value = decoded.value as? Value { return value }
    do throws(WorkspaceError) {
      let value = try DictionaryCoding.decode(stored.value, as: type)
      keep(value, of: stored.value, for: key)
      return value
    } catch {
      var error = error
      error.key = key
      throw error
    }
  }

  /// Sets the value of a key.
  ///
  /// - Throws: `invalidValue` if it can't be encoded; `unknownFields` for a record over one that has what only a newer
  ///   schema knows (outside transactions the next `synchronize()` throws it where the old one was not read before);
  ///   what writing throws.
  @inlinable
  public func set<Value: Codable & Sendable>(
    _ value: Value, for key: String
  ) throws(WorkspaceError) {
    guard let plain = DictionaryValue(plain: value) else { return try encode(value, for: key) }
    try store(StoredValue(plain), for: key)
  }

  @usableFromInline
  func encode<Value: Codable & Sendable>(_ value: Value, for key: String) throws(WorkspaceError) {
    do throws(WorkspaceError) {
      try store(DictionaryCoding.encode(value), for: key)
    } catch {
      var error = error
      error.key = key
      throw error
    }
  }

  /// Removes a key, also one that was never read here.
  public func remove(_ key: String) throws(WorkspaceError) {
    try store(nil, for: key)
  }

  private func keep<Value: Sendable>(_ decoded: Value, of value: DictionaryValue, for key: String) {
    guard let own = self as? WorkspaceDictionary else { return }
    own.writer.dictionary.keep(
      DictionaryEntryID(namespace: namespace, key: key), decoded: decoded, of: value)
  }
}
