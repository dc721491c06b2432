/// The dictionary's sets that a session took along, and how it went.
struct DictionaryFlush {
  let sets: PendingSets
  let result: Result<Void, any Error>

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
    return DictionaryFlush(sets: sets, result: result)
  }

  /// Keeps the sets in memory if they were committed; else undoes them and tells who observes them.
  func settle(_ flush: DictionaryFlush) {
    switch flush.result {
    case .success:
      dictionary.confirm(flush.sets, commit: lastSeen)
    case .failure(let error):
      let entries = dictionary.revert(flush.sets, because: error)
      configuration.log?("Values set in the dictionary could not be committed: \(error)")
      sink.withLock { $0 }?.publish(uncommitted: entries)
    }
  }
}
