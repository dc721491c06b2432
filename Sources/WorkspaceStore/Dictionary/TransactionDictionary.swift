/// The dictionary inside a transaction: what it sets is committed with it, or not at all.
///
/// It is of no use after the transaction: its methods then throw, its subscripts give nil and change nothing.
public struct TransactionDictionary: DictionaryAccess {
  /// The namespace of the keys; empty for the dictionary itself.
  public let namespace: String
  let transaction: WriteTransaction

  /// The keys of another namespace, apart from those of this one.
  ///
  /// Names that start with `__` are for this library's own records.
  public func namespace(_ name: String) -> TransactionDictionary {
    TransactionDictionary(namespace: name, transaction: transaction)
  }

  /// The keys, in order of their UTF-8 bytes.
  ///
  /// - Throws: `transactionEnded`, `rolledBack`.
  public func keys() throws(WorkspaceError) -> [String] {
    try transaction.requireOpen()
    return try transaction.reading { () throws(WorkspaceError) in
      try transaction.connection.dictionaryKeys(in: namespace)
    }
  }

  /// Removes every key of the namespace.
  ///
  /// - Throws: `transactionEnded`, `rolledBack`.
  public func removeAll() throws(WorkspaceError) {
    try transaction.removeAll(in: namespace)
  }

  /// The value of a key as it is stored; for this library only.
  public func stored(_ key: String) throws(WorkspaceError) -> StoredValue? {
    try transaction.requireOpen()
    return try transaction.reading { () throws(WorkspaceError) in
      try transaction.connection.dictionaryValue(
        DictionaryEntryID(namespace: namespace, key: key))
    }.map { StoredValue($0) }
  }

  /// Stores a value, or removes it; for this library only.
  public func store(_ value: StoredValue?, for key: String) throws(WorkspaceError) {
    try transaction.set(
      value?.value, for: DictionaryEntryID(namespace: namespace, key: key), known: value?.known)
  }

  /// Takes note of a set that failed where nothing can be thrown: the transaction fails.
  public func noteFailure(_ error: WorkspaceError) {
    transaction.fail(error)
  }
}

@available(*, unavailable)
extension TransactionDictionary: Sendable {}

extension Transaction {
  /// The workspace's dictionary, as part of this transaction.
  public var dictionary: TransactionDictionary {
    TransactionDictionary(namespace: "", transaction: core)
  }
}
