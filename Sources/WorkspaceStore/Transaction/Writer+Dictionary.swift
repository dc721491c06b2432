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
    let flush: DictionaryFlush
    do throws(WorkspaceError) {
      flush = try write(sets, in: session)
    } catch {
      rollBack(to: catalog)
      dictionary.putBack(sets)
      throw error
    }
    if session.connection.isInTransaction { return (session, flush) }
    // SQLite has rolled back, and what follows needs a transaction of its own.
    rollBack(to: catalog)
    settle(flush)
    return (try begin(durability), nil)
  }

  /// Writes sets; one that can't be written, for its own sake, costs no other.
  ///
  /// - Throws: `suspended`, where that is why they failed.
  private func write(
    _ sets: PendingSets, in session: WriteSession
  ) throws(WorkspaceError) -> DictionaryFlush {
    var flush = DictionaryFlush()
    do {
      try run({ try $0.write(sets) }, in: session, isAlone: false).get()
      flush.written = sets
    } catch {
      flush.error = error
      if isSuspended.withLock({ $0 }) { throw .suspended(path: path) }
      (flush.written, flush.failed) = tell(sets, in: session)
      let written = flush.written
      if case .failure = run({ try $0.write(written) }, in: session, isAlone: false) {
        (flush.written, flush.failed) = (PendingSets(), sets)
      }
      if isSuspended.withLock({ $0 }) { throw .suspended(path: path) }
    }
    flush.changeSetCount = session.changeSets.count
    return flush
  }

  /// Tells the sets that can be written from those that can't, by writing and undoing each alone.
  private func tell(
    _ sets: PendingSets, in session: WriteSession
  ) -> (PendingSets, PendingSets) {
    var (written, failed) = (PendingSets(), PendingSets())
    for part in sets.parts {
      let isTried = session.connection.isInTransaction
      if isTried,
        case .failure(is Written) = run(
          {
            try $0.write(part)
            throw Written()
          }, in: session, isAlone: false) as Result<Void, any Error>
      {
        written.append(part)
      } else {
        failed.append(part)
      }
    }
    return (written, failed)
  }

  private struct Written: Error {}

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
    guard dictionary.hasPending, !isSuspended.withLock({ $0 }) else { return }
    commit([GroupMember]())
  }

  /// Undoes sets, and tells who observes them.
  func revert(_ sets: PendingSets, because error: any Error) {
    let entries = dictionary.revert(sets, because: error)
    configuration.log?("Values set in the dictionary could not be committed: \(error)")
    sink.withLock { $0 }?.publish(uncommitted: entries)
  }
}
