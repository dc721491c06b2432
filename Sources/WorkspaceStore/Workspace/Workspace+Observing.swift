internal import Dispatch

extension Workspace {
  /// The sink that commits flow into, made and installed by the first call.
  package func sink<Sink: CommitSink>(orMake make: () -> Sink) -> Sink? {
    writer.sink.withLock { sink in
      if let sink { return sink as? Sink }
      let made = make()
      sink = made
      return made
    }
  }

  /// Looks for commits of others soon, on the writer's queue, and publishes them.
  ///
  /// `completion` is called there, with whether there were any.
  package func catchUp(_ completion: @escaping @Sendable (Bool) -> Void) {
    writer.queue.async { [writer, configuration] in
      do throws(WorkspaceError) {
        completion(try writer.catchUp())
      } catch {
        configuration.log?("Commits of others could not be read: \(error)")
        completion(false)
      }
    }
  }

  /// Runs `body` on the writer's queue, after the transactions that run or wait before it.
  package func afterRunningWrites(_ body: @escaping @Sendable () -> Void) {
    writer.queue.async(execute: body)
  }
}

extension Writer {
  /// Looks for commits of others and publishes them; on the queue only.
  ///
  /// - Returns: Whether there were any.
  func catchUp() throws(WorkspaceError) -> Bool {
    let connection = try currentConnection()
    let before = lastSeen
    return try connection.whileIntact { () throws(WorkspaceError) in
      try connection.run("BEGIN")
      defer { connection.endRead(log: configuration.log) }
      return try takeForeign(connection, newest: connection.newestCommit()).number != before
    }
  }
}
