/// What a subscriber gets when commits come faster than it takes them.
public enum DeliveryPolicy: Sendable, Hashable {
  /// The newest value, with the difference to the one delivered last; what lies between is passed over.
  ///
  /// On a queue that lags behind and has subscribers of `everyCommit` too, that is what was the newest when the queue
  /// came to it, delivered once they have got the commits before.
  case newest
  /// One update for each commit.
  ///
  /// At most 1,024 wait, and at most 16 MiB of what they do not share with each other; and the changed rows of at most
  /// 1,024 commits and 16 MiB of which a queue that is busy has yet to make some. Beyond that the two oldest become one,
  /// which names the range of commits that it covers: the first one may then cover hundreds, and is delivered in its
  /// place by the last of them. Changes of a type that come to more than 16 MiB as one become "everything". An update
  /// of several commits that others have made between two looks at the store names their range too.
  case everyCommit

  /// How many updates wait at most.
  package var capacity: Int {
    switch self {
    case .newest: 1
    case .everyCommit: 1024
    }
  }
}
