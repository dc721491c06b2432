extension ListChanges {
  /// How rows of arrays find their partners where an id is there more than once.
  ///
  /// Either way each id keeps as many rows as both lists have of it, and moves are the fewest for the
  /// partners found.
  public enum RepeatedIDs: Sendable, Hashable {
    /// Where two long lists run alike, rows are partners as they run, and no id is hashed there.
    ///
    /// An id of which every row runs along with its partner, or none does, is paired in order all the
    /// same: the *k*-th row with the *k*-th of the other list. So is each id in lists of up to 512 rows
    /// together, and where the rows that run along with none show that ids repeat. Of any other id a
    /// row that came or went away is told where the lists differ, not at the end of all rows of that
    /// id, and a row may be told as moved past another.
    case asTheyRun
    /// The *k*-th row of an id is the *k*-th in the other list, always.
    ///
    /// It takes one hash more for each row that runs along.
    case inOrder
  }
}
