/// What a workspace knows of its dictionary without asking SQLite: the newest values and those not yet committed.
///
/// Commits of other processes are noticed in two ways: as change sets, once the writer takes them in, and by reads. What is
/// cached is trusted for a tenth of a second; then one read looks which commit is the newest.
///
/// All state is in one `Locked`; SQLite is never called under the lock.
package final class DictionaryStore: Sendable {
  private struct State {
    var cache: DictionaryCache
    /// The newest commit that the cache has taken in; older reads must not fill it.
    var newestCommit: Int64
    /// When it was last seen that this is still the newest commit, in nanoseconds of the monotonic clock.
    var checkedAt: UInt64 = 0
    /// Set and not yet given to a transaction.
    var pending = PendingSets()
    /// In a transaction that is not yet committed.
    var flushing: PendingSets?
    /// The newest commit when that transaction began; the greatest number until it has.
    var flushingAfter = Int64.max
    /// The first failure since the last `synchronize`.
    var failure: (any Error)?
  }

  /// A decoded value, so that it is copied as one reference.
  final class Decoded: Sendable {
    let value: any Sendable

    init(_ value: any Sendable) {
      self.value = value
    }
  }

  /// The answer to a look-up.
  enum Answer {
    case decoded(DictionaryValue, Decoded)
    case value(DictionaryValue)
    case absent
    case unknown
  }

  /// How long the cache is trusted, in nanoseconds; nil where no one else can commit.
  private let trust: UInt64?
  private let state: Locked<State>

  init(newestCommit: Int64, isShared: Bool, cache: DictionaryCache = DictionaryCache()) {
    trust = isShared ? 100_000_000 : nil
    state = Locked(State(cache: cache, newestCommit: newestCommit))
  }

  /// What is cached now: for tests.
  var cache: DictionaryCache { state.withLock { $0.cache } }

  /// Looks an entry up; inside the transaction that runs, only among what that does not have.
  func find(_ entry: DictionaryEntryID, inTransaction: Bool = false) -> Answer {
    let now = trust == nil ? 0 : MonotonicClock.coarseNanoseconds()
    return state.withLock { state in
      if !state.pending.isEmpty, let answer = Answer(state.pending.find(entry)) { return answer }
      if inTransaction { return .unknown }
      if let finding = state.flushing?.find(entry), let answer = Answer(finding) { return answer }
      if let trust, now &- state.checkedAt > trust { return .unknown }
      guard let cached = state.cache.find(entry) else { return .unknown }
      guard let value = cached.value else { return .absent }
      return cached.decoded.map { .decoded(value, $0) } ?? .value(value)
    }
  }

  /// Keeps a value that was read as of a commit.
  func keep(_ entry: DictionaryEntryID, _ value: DictionaryValue?, rowID: Int64?, commit: Int64) {
    let now = trust == nil ? 0 : MonotonicClock.coarseNanoseconds()
    state.withLock { state in
      guard commit >= state.newestCommit else { return }
      if commit > state.newestCommit {
        // Someone else has committed, and what has changed is not known yet.
        state.cache.removeAll()
        state.newestCommit = commit
      }
      state.checkedAt = now
      // Also of what is cached: a set that changed nothing was kept without its row.
      if let rowID { state.cache.note(entry, rowID: rowID) }
      if let known = state.cache.find(entry), known.isStored(as: value) { return }
      state.cache.keep(entry, DictionaryCache.Cached(value: value))
    }
  }

  /// Keeps the form in which a cached value was asked for.
  func keep(_ entry: DictionaryEntryID, decoded: any Sendable, of value: DictionaryValue) {
    state.withLock { state in
      guard var cached = state.cache.find(entry), let known = cached.value,
        known.isStored(as: value)
      else { return }
      cached.decoded = Decoded(decoded)
      state.cache.keep(entry, cached)
    }
  }

  /// Makes a value visible and lets it wait for the next transaction.
  ///
  /// - Returns: Whether it is the first that waits.
  func set(
    _ entry: DictionaryEntryID, _ value: DictionaryValue?, known: RecordType? = nil
  ) -> Bool {
    state.withLock { state in
      let isFirst = state.pending.isEmpty
      state.pending.set(entry, value, known: known)
      return isFirst
    }
  }

  /// Empties a namespace visibly, and lets that wait for the next transaction.
  func clear(_ namespace: String) -> Bool {
    state.withLock { state in
      let isFirst = state.pending.isEmpty
      state.pending.clear(namespace)
      return isFirst
    }
  }

  /// Whether sets wait for a transaction.
  var hasPending: Bool { state.withLock { !$0.pending.isEmpty } }

  /// Everything that is visible and not in a read of a commit; of the newest one, if none is named.
  ///
  /// A read inside the transaction that runs has what that took along.
  func uncommitted(asOf commit: Int64 = .min, inTransaction: Bool = false) -> PendingSets {
    state.withLock { state in
      var all = PendingSets()
      // A later commit is that transaction's, or comes after it.
      if !inTransaction, let flushing = state.flushing, commit <= state.flushingAfter {
        all = flushing
      }
      all.append(state.pending)
      return all
    }
  }

  /// What is visible of an entry and not in a read of a commit; of the newest one, if none is named.
  func uncommitted(
    _ entry: DictionaryEntryID, asOf commit: Int64 = .min
  ) -> PendingSets.Finding {
    state.withLock { state in
      let pending = state.pending.find(entry)
      guard case .nothing = pending, let flushing = state.flushing,
        commit <= state.flushingAfter
      else { return pending }
      return flushing.find(entry)
    }
  }

  /// Takes what waits, for a transaction; it stays visible until `confirm`, `revert` or `putBack`.
  func take() -> PendingSets? {
    state.withLock { state in
      guard !state.pending.isEmpty else { return nil }
      let sets = state.pending
      state.pending = PendingSets()
      state.flushing = sets
      state.flushingAfter = .max
      return sets
    }
  }

  /// Lets sets that were taken wait again, before those that were set since.
  func putBack(_ sets: PendingSets) {
    state.withLock { state in
      var all = sets
      all.append(state.pending)
      state.pending = all
      state.flushing = nil
    }
  }

  /// Tells which commit was the newest when the transaction began that has taken what waited.
  func noteFlush(after commit: Int64) {
    state.withLock { $0.flushingAfter = commit }
  }

  /// Keeps sets that were committed by these change sets, unless a commit later than `commit` has been read since.
  func confirm(_ sets: PendingSets, in changeSets: ArraySlice<ChangeSet>, commit: Int64) {
    state.withLock { state in
      state.flushing = nil
      let isNewest = state.newestCommit <= commit
      for changes in changeSets {
        state.newestCommit = max(state.newestCommit, changes.commit)
        for change in changes.dictionary {
          guard let entry = change.entry else { continue }
          state.cache.note(entry, rowID: change.rowID)
          // What was set is kept below; a namespace that was emptied had other entries.
          if !sets.cleared.isEmpty { state.cache.forget(entry) }
        }
      }
      if isNewest {
        state.cache.keep(sets)
      } else {
        for element in sets.sets { state.cache.forget(element.entry) }
      }
    }
  }

  /// Forgets sets that could not be committed.
  ///
  /// - Returns: What is visibly different now.
  func revert(_ sets: PendingSets, because error: any Error) -> [DictionaryNotice] {
    state.withLock { state in
      state.flushing = nil
      if state.failure == nil { state.failure = error }
      return sets.sets.map { DictionaryNotice.entry($0.entry) }
        + sets.cleared.map(DictionaryNotice.emptied)
    }
  }

  /// Keeps the failure of a set that never got to wait.
  func noteFailure(_ error: any Error) {
    state.withLock { state in
      if state.failure == nil { state.failure = error }
    }
  }

  /// Takes the first failure since the last call.
  func takeFailure() -> (any Error)? {
    state.withLock { state in
      defer { state.failure = nil }
      return state.failure
    }
  }

  /// Forgets what a commit has changed.
  func apply(_ changes: ChangeSet) {
    state.withLock { state in
      // A store that was put back gives numbers out again.
      let newest = changes.isPutBack ? changes.commit : state.newestCommit
      state.newestCommit = max(newest, changes.commit)
      guard !changes.isGap else { return state.cache.removeAll() }
      for change in changes.dictionary {
        guard let entry = change.entry ?? state.cache.entry(rowID: change.rowID) else {
          // It was removed elsewhere, and which it was is not known: it may be cached without its row.
          state.cache.removeAll()
          continue
        }
        state.cache.forget(entry)
        // So that its removal elsewhere can be told, when the row is gone.
        state.cache.note(entry, rowID: change.rowID)
      }
    }
  }

  /// The entry that a row id belonged to when it was read.
  func entry(rowID: Int64) -> DictionaryEntryID? {
    state.withLock { $0.cache.entry(rowID: rowID) }
  }
}

extension DictionaryStore.Answer {
  /// What sets that are not committed say; nil if nothing.
  fileprivate init?(_ finding: PendingSets.Finding) {
    switch finding {
    case .value(let value): self = .value(value)
    case .removed: self = .absent
    case .nothing: return nil
    }
  }
}
