extension WorkflowScope {
  /// Runs asynchronous work, such as a request, and applies its result in a turn of the workflow.
  ///
  /// - Returns: A token to keep: cancelled or released, it cancels the task, and `completion` is not called.
  public func run<Output: Sendable>(
    _ operation: @escaping @Sendable () async throws -> Output,
    completion: @escaping Apply<Result<Output, any Error>>
  ) -> CancelToken {
    guard let host else { return CancelToken() }
    let work = OutstandingWork(on: host.queue)
    let isEnded = CancelToken()
    let task = Task { [weak host] in
      let result: Result<Output, any Error>
      do {
        result = .success(try await operation())
      } catch {
        result = .failure(error)
      }
      host?.schedule(unless: isEnded) { [result] in completion(&$0, result, $1) }
      work.end()
    }
    return CancelToken {
      isEnded.cancel()
      task.cancel()
      work.end()
    }
  }
}
