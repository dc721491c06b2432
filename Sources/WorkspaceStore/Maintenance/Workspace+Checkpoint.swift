extension Workspace {
  /// Writes the write-ahead log back into the database and empties its file.
  ///
  /// Commits do so by themselves where the log has reached ``Configuration/logSizeLimit``; this is for moments when
  /// it should be small, such as before the program rests. It waits for reads that use the log as
  /// long as the busy timeout.
  ///
  /// - Returns: Whether the log is empty now; false where a read that began earlier still needs it.
  /// - Throws: `shutDown`, `suspended`, `readOnly`, `nestedTransaction` inside a transaction; what SQLite reports.
  @discardableResult
  public func checkpoint() throws(WorkspaceError) -> Bool {
    try requireWritable()
    return try writer.onConnection { (connection) throws(WorkspaceError) in
      guard connection.path != nil else { return true }
      return try connection.checkpoint(.truncate).isWhole
    }
  }
}
