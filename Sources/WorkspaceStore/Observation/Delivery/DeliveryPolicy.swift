/// What a subscriber gets when commits come faster than it takes them.
public enum DeliveryPolicy: Sendable, Hashable {
  /// The newest value, with the difference to the one delivered last; what lies between is passed over.
  case newest
  /// One update for each commit.
  ///
  /// At most 1,024 wait, and the changed rows of at most 1,024 commits and 16 MiB of which a queue that is busy has yet
  /// to make some; of a type's changes at most 16 MiB. Beyond that the two oldest become one, which names the range of
  /// commits that it covers. So does an update of several commits that others have made between two looks at the store.
  case everyCommit

  /// How many updates wait at most.
  package var capacity: Int {
    switch self {
    case .newest: 1
    case .everyCommit: 1024
    }
  }
}
