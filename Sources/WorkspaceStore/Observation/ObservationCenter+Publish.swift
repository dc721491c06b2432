// What commits bring, on the writer's queue.
extension ObservationCenter {
  package func prepare(_ changes: ChangeSet, connection: Connection) -> PreparedCommit? {
    // For few rows under the lock, as a copy of the index would cost more than a look at it; for many without it, as
    // who subscribes or cancels meanwhile would wait.
    let isSmall = changes.rowCount <= Self.mostRowsUnderLock
    let (touched, index, version) = state.withLock { state in
      (
        isSmall ? Self.touched(by: changes, in: state.index, connection) : nil,
        isSmall ? nil : state.index, state.indexVersion
      )
    }
    let all = touched ?? index.flatMap { Self.touched(by: changes, in: $0, connection) }
    guard let all else { return nil }
    return PreparedCommit(
      touched: all.map { PreparedCommit.Touched($0, $1, commit: changes.commit) },
      indexVersion: version)
  }

  /// How many rows of a commit are looked at while nobody can subscribe or cancel.
  private static let mostRowsUnderLock = 64

  /// The results that a commit can touch; nil if there are none at all, or that is for after COMMIT.
  private static func touched(
    by changes: ChangeSet, in index: SubscriptionIndex, _ connection: Connection
  ) -> [(any AnyLiveResult, LiveChanges)]? {
    guard !index.isEmpty else { return nil }
    var touched: [(any AnyLiveResult, LiveChanges)] = []
    for (number, rows) in changes.types {
      guard let type = connection.catalog.type(number: number) else { continue }
      for routes in index.routes(to: type) {
        // What was not watched at BEGIN is read after COMMIT.
        guard case .rows(let rows) = rows else { return nil }
        touched += routes.results(for: rows)
      }
    }
    return touched
  }

  package func publish(
    _ changes: ChangeSet, prepared: PreparedCommit?, connection: Connection
  ) {
    var batch = DeliveryBatch()
    defer { batch.flush() }
    let commit = changes.commit
    let (isPrepared, index): (Bool, SubscriptionIndex?) = state.withLock { state in
      state.published = changes.isPutBack ? commit : max(state.published, commit)
      let isPrepared = prepared?.indexVersion == state.indexVersion
      return (isPrepared, isPrepared && changes.dictionary.isEmpty ? nil : state.index)
    }
    if isPrepared, let prepared {
      for touched in prepared.touched {
        touched.live.apply(
          touched.changes, commit: commit, prepared: touched.advance, in: &batch)
        batch.flushPart(of: commit)
      }
    }
    guard let index, !index.isEmpty else { return }
    if changes.isPutBack {
      for live in index.results { live.restart() }
    } else if changes.isGap {
      for live in index.results { live.apply(.everything, commit: commit, in: &batch) }
    } else {
      if !isPrepared { publish(types: changes, to: index, connection, in: &batch) }
      let notices = changes.dictionary.compactMap { $0.entry.map(DictionaryNotice.entry) }
      if notices.count < changes.dictionary.count {
        // Entries that were removed elsewhere and have no name here.
        for live in index.dictionaryResults { live.apply(.everything, commit: commit, in: &batch) }
      } else {
        var visible = VisibleEntries(in: dictionary, connection)
        for change in changes.dictionary { visible.note(change) }
        publish(notices: notices, commit: commit, to: index, &visible, in: &batch)
      }
    }
  }

  private func publish(
    types changes: ChangeSet, to index: SubscriptionIndex, _ connection: Connection,
    in batch: inout DeliveryBatch
  ) {
    for (number, types) in changes.types {
      guard let type = connection.catalog.type(number: number) else { continue }
      for routes in index.routes(to: type) {
        for (live, rows) in routes.results(
          for: types, since: changes.firstCommit, of: type, from: connection)
        {
          live.apply(rows, commit: changes.commit, in: &batch)
        }
      }
    }
  }

  package func publish(uncommitted notices: [DictionaryNotice]) {
    guard let workspace = workspace.withLock({ $0.workspace }) else { return }
    let isFirst = state.withLock { state in
      // Who subscribes later reads what is there by then.
      guard !state.index.isEmpty else { return false }
      defer { state.uncommitted.formUnion(notices) }
      return state.uncommitted.isEmpty
    }
    guard isFirst else { return }
    // On the writer's queue, like all other changes: so they come in order, and a read that has to wait for that
    // queue waits for nobody who waits for this one. What is set faster than the queue runs takes one turn together.
    workspace.afterRunningWrites { [self] in
      let (index, notices) = state.withLock { state in
        defer { state.uncommitted = [] }
        return (state.index, Array(state.uncommitted))
      }
      var batch = DeliveryBatch()
      var visible = VisibleEntries(in: dictionary, try? workspace.writer.requireConnection())
      publish(notices: notices, commit: nil, to: index, &visible, in: &batch)
      batch.flush()
    }
  }

  private func publish(
    notices: [DictionaryNotice], commit: Int64?, to index: SubscriptionIndex,
    _ visible: inout VisibleEntries, in batch: inout DeliveryBatch
  ) {
    guard !notices.isEmpty else { return }
    for (live, entries) in index.results(for: notices) {
      live.apply(visible.changes(of: entries), commit: commit, in: &batch)
    }
  }
}

extension ChangeSet {
  /// How many rows come with their bytes.
  fileprivate var rowCount: Int {
    types.values.reduce(0) { count, changes in
      if case .rows(let rows) = changes { count + rows.count } else { count }
    }
  }
}
