// What commits bring, on the writer's queue.
extension ObservationCenter {
  package func prepare(_ changes: ChangeSet, connection: Connection) -> PreparedCommit? {
    let (index, version) = state.withLock { ($0.index, $0.indexVersion) }
    guard !index.isEmpty else { return nil }
    var touched: [(live: any AnyLiveResult, changes: LiveChanges, advance: PreparedAdvance?)] = []
    for (number, rows) in changes.types {
      guard let type = connection.catalog.type(number: number) else { continue }
      let routes = index.routes(to: type)
      if routes.isEmpty { continue }
      // What was not watched at BEGIN is read after COMMIT.
      guard case .rows(let rows) = rows else { return nil }
      for routes in routes {
        for (live, changes) in routes.results(for: rows) {
          touched.append((live, changes, nil))
        }
      }
    }
    for place in touched.indices {
      touched[place].advance = touched[place].live.prepare(
        touched[place].changes, commit: changes.commit)
    }
    return PreparedCommit(touched: touched, indexVersion: version)
  }

  package func publish(
    _ changes: ChangeSet, prepared: PreparedCommit?, connection: Connection
  ) {
    let (index, version) = state.withLock { state in
      state.published = max(state.published, changes.commit)
      return (state.index, state.indexVersion)
    }
    guard !index.isEmpty else { return }
    var batch = DeliveryBatch()
    let commit = changes.commit
    if changes.isGap {
      for live in index.results { live.apply(.everything, commit: commit, in: &batch) }
    } else {
      if let prepared, prepared.indexVersion == version {
        for (live, changes, advance) in prepared.touched {
          live.apply(changes, commit: commit, prepared: advance, in: &batch)
        }
      } else {
        publish(types: changes, to: index, connection, in: &batch)
      }
      let notices = changes.dictionary.compactMap { $0.entry.map(DictionaryNotice.entry) }
      if notices.count < changes.dictionary.count {
        // Entries that were removed elsewhere and have no name here.
        for live in index.dictionaryResults { live.apply(.everything, commit: commit, in: &batch) }
      } else {
        publish(notices: notices, commit: commit, to: index, in: &batch)
      }
    }
    batch.flush()
  }

  private func publish(
    types changes: ChangeSet, to index: SubscriptionIndex, _ connection: Connection,
    in batch: inout DeliveryBatch
  ) {
    for (number, types) in changes.types {
      guard let type = connection.catalog.type(number: number) else { continue }
      for routes in index.routes(to: type) {
        for (live, rows) in routes.results(for: types, of: type, from: connection) {
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
      publish(notices: notices, commit: nil, to: index, in: &batch)
      batch.flush()
    }
  }

  private func publish(
    notices: [DictionaryNotice], commit: Int64?, to index: SubscriptionIndex,
    in batch: inout DeliveryBatch
  ) {
    guard !notices.isEmpty else { return }
    for (live, changes) in index.results(for: notices) {
      live.apply(changes, commit: commit, in: &batch)
    }
  }
}
