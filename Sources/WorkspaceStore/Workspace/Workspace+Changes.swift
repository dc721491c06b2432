public import Dispatch

extension Workspace {
  /// Runs one transaction and waits for its COMMIT; if `body` throws, nothing is changed.
  ///
  /// What a commit survives, and what is known after an error of the disk: <doc:WhatACommitSurvives>. In an
  /// asynchronous function the `async` form is taken, with `await`.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What `body` throws; `nestedTransaction` inside a transaction of this workspace; `shutDown`,
  ///   `suspended`, `readOnly`, `busy`, `full`, and what SQLite reports otherwise.
  @discardableResult
  public func performChanges<Output>(
    durability: Durability? = nil, _ body: (inout Transaction) throws -> Output
  ) throws -> Output {
    try requireWritable()
    return try writer.perform(durability ?? configuration.durability) { core in
      var transaction = Transaction(core)
      return try body(&transaction)
    }
  }

  /// Runs one transaction and returns after its COMMIT; if `body` throws, nothing is changed.
  ///
  /// Transactions that wait share one COMMIT. If the task is cancelled before `body` has ended, nothing is changed and
  /// `CancellationError` is thrown, at once where the workspace is suspended; after that, cancelling changes nothing.
  ///
  /// - Returns: What `body` returns.
  /// - Throws: What the synchronous form throws; `CancellationError`.
  @discardableResult
  public func performChanges<Output: Sendable>(
    durability: Durability? = nil, _ body: @escaping @Sendable (inout Transaction) throws -> Output
  ) async throws -> Output {
    let isCancelled = Locked(false)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        enqueue(durability, body, isCancelled: isCancelled) { continuation.resume(with: $0) }
      }
    } onCancel: {
      isCancelled.withLock { $0 = true }
      writer.completeCancelled()
    }
  }

  /// Runs one transaction soon; `completion` is called on `queue` after its COMMIT, or with the error.
  ///
  /// Transactions that wait share one COMMIT. Subscribers on the same queue have been told of it before, but for results
  /// that have to be fetched again.
  public func performChanges<Output: Sendable>(
    durability: Durability? = nil, on queue: DispatchQueue,
    _ body: @escaping @Sendable (inout Transaction) throws -> Output,
    completion: @escaping @Sendable (Result<Output, any Error>) -> Void
  ) {
    enqueue(durability, body, isCancelled: nil) { [writer] result in
      if let sink = writer.sink.withLock({ $0 }) {
        sink.afterDeliveries(on: queue) { completion(result) }
      } else {
        queue.async { completion(result) }
      }
    }
  }

  private func enqueue<Output: Sendable>(
    _ durability: Durability?, _ body: @escaping @Sendable (inout Transaction) throws -> Output,
    isCancelled: Locked<Bool>?,
    complete: @escaping @Sendable (Result<Output, any Error>) -> Void
  ) {
    do throws(WorkspaceError) {
      try requireWritable()
    } catch {
      return complete(.failure(error))
    }
    let output = Locked<Output?>(nil)
    let member = GroupMember(
      durability: durability ?? configuration.durability, isCancelled: isCancelled,
      body: { core in
        try Self.check(isCancelled)
        var transaction = Transaction(core)
        let value = try body(&transaction)
        try Self.check(isCancelled)
        output.withLock { $0 = value }
      },
      complete: { result in
        complete(
          result.flatMap {
            guard let value = output.withLock({ $0 }) else {
              return .failure(
                WorkspaceError(.transactionEnded, "The transaction ended without a result."))
            }
            return .success(value)
          })
      })
    writer.enqueue(member)
    // It may have been cancelled before it waited.
    if isCancelled?.withLock({ $0 }) == true { writer.completeCancelled() }
  }

  private static func check(_ isCancelled: Locked<Bool>?) throws {
    if isCancelled?.withLock({ $0 }) == true { throw CancellationError() }
  }
}
