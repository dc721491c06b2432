/// The dictionary's sets that a session took along, and how it went.
struct DictionaryFlush {
  let sets: PendingSets
  let result: Result<Void, any Error>
  /// How many change sets the session had for them, before all others.
  var changeSetCount = 0

  /// The same sets, not committed.
  func failing(_ error: WorkspaceError) -> DictionaryFlush {
    if case .failure = result { return self }
    return DictionaryFlush(sets: sets, result: .failure(error))
  }
}

extension Writer {
  /// Writes the dictionary's waiting sets; nil if there are none.
  func flush(in session: WriteSession) -> DictionaryFlush? {
    guard let sets = dictionary.take() else { return nil }
    let result = run({ try $0.write(sets) }, in: session, isAlone: false)
    return DictionaryFlush(sets: sets, result: result, changeSetCount: session.changeSets.count)
  }

  /// Undoes sets that could not be committed, and tells who observes them.
  ///
  /// Those that were committed are kept in memory by then, as others in the same session may have changed them again.
  func settle(_ flush: DictionaryFlush) {
    guard case .failure(let error) = flush.result else { return }
    let entries = dictionary.revert(flush.sets, because: error)
    configuration.log?("Values set in the dictionary could not be committed: \(error)")
    sink.withLock { $0 }?.publish(uncommitted: entries)
  }
}
