internal import Dispatch

extension Writer {
  /// Runs what belongs to no transaction on the writer's connection, after those that run or wait before it.
  ///
  /// - Throws: `nestedTransaction` inside a transaction; `shutDown`, `suspended`; what `body` throws.
  func onConnection<Output>(
    _ body: (Connection) throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output {
    try requireOffQueue("This can't be done inside performChanges; call it after its end.")
    let result = queue.sync { () -> Result<Output, WorkspaceError> in
      do throws(WorkspaceError) {
        return .success(try body(try requireConnection()))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
