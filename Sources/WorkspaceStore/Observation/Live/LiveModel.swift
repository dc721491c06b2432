/// The state of a live result: a value, changed by one commit after another.
///
/// It does no locking, no scheduling and no delivery; `LiveResult` does that around it. Models and values are not
/// generic over the program's types, so that a commit runs through code that was compiled for them.
package protocol LiveModel: Sendable {
  /// What a subscriber gets first, as of the commit applied last.
  var initialValue: any LiveValue { get }
  /// What the other subscribers get, as of the commit applied last.
  var value: any LiveValue { get }

  /// Whether a value tells all that there is, so that subscribers who want the newest need none before it.
  var isValueWhole: Bool { get }

  /// Whether a changed copy costs what changes, not what is there.
  var isCheapToCopy: Bool { get }

  /// Reads all of it, in the connection's read transaction.
  func fetch(from connection: Connection) throws(WorkspaceError) -> LiveFetch
  /// Takes what a fetch of this model has brought in place of what there was; false if that is the same.
  mutating func load(_ fetched: LiveFetch) -> Bool
  /// Applies a commit.
  mutating func apply(_ changes: LiveChanges) -> LiveOutcome
  /// What tells subscribers of a failed fetch; `last` is the value that was handed out last, nil if none was.
  func failure(_ error: WorkspaceError, after last: (any LiveValue)?) -> any LiveValue
}

extension LiveModel {
  /// The value, which is whole in itself.
  package var initialValue: any LiveValue { value }

  /// A value tells all that there is.
  package var isValueWhole: Bool { true }

  /// Copies share what they have.
  package var isCheapToCopy: Bool { true }
}

/// What a fetch has brought, by the kind of model.
package enum LiveFetch: Sendable {
  /// The rows of a query.
  case rows(FetchedRows)
  /// A count and total.
  case total(FetchedTotal)
  /// A dictionary's entry.
  case entry(LiveEntry)
  /// The keys of a dictionary's namespace.
  case keys(Set<DictionaryEntryID>)
  /// Nothing, where only changes matter.
  case nothing
}
