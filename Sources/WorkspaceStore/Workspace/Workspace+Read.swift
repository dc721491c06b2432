internal import Dispatch

extension Workspace: WorkspaceReading {
  /// Runs `body` in one read transaction, which sees the newest commit.
  ///
  /// Where a workspace that only reads is overtaken by a writer that begins, `body` may run more than once.
  ///
  /// - Throws: `shutDown`, `suspended`, what SQLite reports, and what `body` throws.
  public func read<Output>(
    _ body: (ReadAccess) throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output {
    try requireOpen()
    guard let readers else { return try readInMemory(body) }
    for _ in 1..<StoreFile.attempts {
      do throws(WorkspaceError) {
        return try read(from: readers, body)
      } catch {
        guard error.code == .overtaken else { throw error }
      }
    }
    return try read(from: readers, body)
  }

  private func read<Output>(
    from readers: ReaderPool, _ body: (ReadAccess) throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output {
    let connection = try readers.take()
    defer { readers.giveBack(connection) }
    return try connection.whileIntact { () throws(WorkspaceError) in
      try connection.beginRead(newest: writer.catalog)
      defer { connection.endRead(log: configuration.log) }
      return try body(ReadAccess(connection: connection))
    }
  }

  private func readInMemory<Output>(
    _ body: (ReadAccess) throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output {
    if writer.isOnQueue {
      guard let running = writer.running else {
        return try body(ReadAccess(connection: writer.requireConnection()))
      }
      return try running.read(body)
    }
    let result = writer.queue.sync { () -> Result<Output, WorkspaceError> in
      do throws(WorkspaceError) {
        let access = ReadAccess(connection: try writer.requireConnection())
        return .success(
          try writer.notingThread { () throws(WorkspaceError) in try body(access) })
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// A view of the newest commit that stays the same until its `end()`, for several reads.
  ///
  /// While it is held the write-ahead log grows with every commit; so hold it shortly. Of a store in memory it is a copy, as
  /// large as the store.
  ///
  /// - Throws: `shutDown`, `suspended`, what SQLite reports; for a store in memory `nestedTransaction` inside a
  ///   transaction or a read.
  public func snapshot() throws(WorkspaceError) -> ReadSnapshot {
    try requireOpen()
    return try ReadSnapshot(self)
  }
}

extension Connection {
  /// Whether a read may begin: always where SQLite's locks protect it, else while no file has changed.
  var isCurrent: Bool { mark?.isCurrent ?? true }

  /// Whether what was read is one state of the store.
  var isIntact: Bool { mark?.isIntact ?? true }

  /// Runs a read; where a writer has changed the files under it, nothing that it found counts, an error included.
  ///
  /// - Throws: `overtaken`; what `body` throws.
  func whileIntact<Output>(
    _ body: () throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output {
    let output: Output
    do throws(WorkspaceError) {
      output = try body()
    } catch {
      throw isIntact ? error : overtaken()
    }
    guard isIntact else { throw overtaken() }
    return output
  }

  private func overtaken() -> WorkspaceError {
    WorkspaceError(
      .overtaken, "The store was changed while it was read; read it again.", path: path)
  }

  /// Begins a read transaction, and brings the catalog up to date.
  func beginRead(newest: Locked<Catalog>) throws(WorkspaceError) {
    do throws(WorkspaceError) {
      snapshot = try holdNewestCommit()
      guard snapshot.generation != catalog.generation else { return }
      let known = newest.withLock { $0 }
      if known.generation == snapshot.generation {
        use(known)
      } else {
        use(try Catalog.load(self, generation: snapshot.generation, previous: known))
      }
    } catch {
      endRead(log: nil)
      throw error
    }
  }

  /// Ends a read transaction.
  func endRead(log: (@Sendable (String) -> Void)?) {
    readHold?.rewind()
    readHold = nil
    guard isInTransaction else { return }
    do throws(WorkspaceError) {
      try run(fixed: "COMMIT")
    } catch {
      // The pool drops a connection that is still in a transaction.
      log?("A read transaction could not be ended: \(error)")
    }
  }
}
