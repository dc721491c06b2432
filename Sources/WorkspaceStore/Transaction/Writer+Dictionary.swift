/// The dictionary's sets that a session took along, and how it went.
struct DictionaryFlush {
  /// What the session has written.
  var written = PendingSets()
  /// What could not be written, for its own sake.
  var failed = PendingSets()
  /// Why.
  var error: (any Error)?
  /// How many change sets the session had for them, before all others.
  var changeSetCount = 0
}

extension Writer {
  /// Begins a transaction, and writes the dictionary's waiting sets in it; nil if there are none.
  ///
  /// They are committed with the durability that the workspace has, or more.
  ///
  /// - Throws: What `begin` throws; the sets wait on.
  func beginWithSets(
    _ durability: Durability
  ) throws(WorkspaceError) -> (WriteSession, DictionaryFlush?) {
    guard let sets = dictionary.take() else { return (try begin(durability), nil) }
    let session: WriteSession
    do throws(WorkspaceError) {
      session = try begin(max(durability, configuration.durability))
    } catch {
      dictionary.putBack(sets)
      throw error
    }
    dictionary.noteFlush(after: session.mark.number)
    let catalog = session.connection.catalog
    let flush = write(sets, in: session)
    if session.connection.isInTransaction { return (session, flush) }
    // SQLite has rolled back, and what follows needs a transaction of its own.
    rollBack(to: catalog)
    settle(flush)
    return (try begin(durability), nil)
  }

  /// Writes sets; if they fail together, each alone, so that one which can't be written costs no other.
  private func write(_ sets: PendingSets, in session: WriteSession) -> DictionaryFlush {
    var flush = DictionaryFlush()
    do {
      try run({ try $0.write(sets) }, in: session, isAlone: false).get()
      flush.written = sets
    } catch {
      flush.error = error
      for part in sets.parts {
        let isOpen = session.connection.isInTransaction
        if isOpen, case .success = run({ try $0.write(part) }, in: session, isAlone: false) {
          flush.written.append(part)
        } else {
          flush.failed.append(part)
        }
      }
      if !session.connection.isInTransaction {
        flush.failed = sets
        flush.written = PendingSets()
      }
    }
    flush.changeSetCount = session.changeSets.count
    return flush
  }

  /// Undoes sets that could not be written, and tells who observes them.
  ///
  /// Those that were committed are kept in memory by then, as others in the same session may have changed them again.
  func settle(_ flush: DictionaryFlush) {
    guard let error = flush.error else { return }
    revert(flush.failed, because: error)
  }

  /// Sees to sets that were written in a session that failed for another reason: they are tried again, alone.
  func retry(_ flush: DictionaryFlush) {
    dictionary.putBack(flush.written)
    settle(flush)
    if !isSuspended.withLock({ $0 }) { scheduleDrain() }
  }

  /// Undoes sets, and tells who observes them.
  func revert(_ sets: PendingSets, because error: any Error) {
    let entries = dictionary.revert(sets, because: error)
    configuration.log?("Values set in the dictionary could not be committed: \(error)")
    sink.withLock { $0 }?.publish(uncommitted: entries)
  }
}
