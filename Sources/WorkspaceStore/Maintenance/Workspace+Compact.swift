extension Workspace {
  /// Rewrites the database without its free pages, and empties the write-ahead log.
  ///
  /// Free pages, which ``WorkspaceStatistics/freeByteCount`` tells, are used again by later writes; so this is worth its
  /// time only after much was deleted for good. Other writes wait meanwhile, reads go on. On the disk there must
  /// be room for the store twice more.
  ///
  /// - Throws: `nestedTransaction` inside a transaction; `shutDown`, `suspended`, `readOnly`, `busy`, `full`, and what SQLite
  ///   reports otherwise; then the store is as it was.
  /// - Complexity: One pass over the whole store.
  public func compact() throws(WorkspaceError) {
    try requireWritable()
    try writer.onConnection { (connection) throws(WorkspaceError) in
      try connection.execute("VACUUM")
      guard connection.path != nil else { return }
      _ = try connection.checkpoint(.truncate)
    }
  }
}
