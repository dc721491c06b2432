/// What lies between BEGIN and COMMIT: one transaction, or a group of them.
///
/// Belongs to the writer's queue.
final class WriteSession {
  let connection: Connection
  let watched: WatchedTypes
  /// The newest commit; then the last of those that this session has made.
  var mark: CommitMark
  /// The change sets to publish after COMMIT.
  var changeSets: [ChangeSet] = []
  /// Room that rows are read into and encoded with.
  let scratch: WriteScratch

  init(
    connection: Connection, mark: CommitMark, watched: WatchedTypes, scratch: WriteScratch
  ) {
    self.connection = connection
    self.mark = mark
    self.watched = watched
    self.scratch = scratch
  }

  /// Sees to it that the number of an index is not given out any more.
  ///
  /// - Throws: `damagedStore` for a number that no index can have.
  func countIndexNumber(_ number: Int64) throws(WorkspaceError) {
    // Half of what is sane, so that enough is left to be given out.
    guard CommitMark.sane.contains(number), number < CommitMark.sane.upperBound / 2 else {
      throw WorkspaceError(
        .damagedStore, "The catalog has an index with the number \(number); check the store.",
        path: connection.path)
    }
    mark.nextRowID = max(mark.nextRowID, number + 1)
  }

  /// A row id that was never given out; numbers of indexes come from the same counter.
  func takeRowID() -> Int64 {
    defer { mark.nextRowID += 1 }
    return mark.nextRowID
  }
}
