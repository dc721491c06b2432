/// What tells one live result from another, so that equal ones are shared.
package enum LiveKey: Hashable, Sendable {
  /// The rows of a query, as a list of a type, in sections by an expression if there is one.
  case rows(ObjectIdentifier, RecordQuery, sections: QueryNode?, type: String)
  /// A query's count, and the sum of an expression if there is one.
  case total(RecordQuery, QueryNode?, type: String)
  /// The values of an expression in a query's window.
  case values(RecordQuery, QueryNode, type: String)
  /// All changes of a type.
  case type(String)
  /// An entry of a dictionary.
  case entry(DictionaryEntryID)
  /// A namespace of a dictionary.
  case namespace(DictionaryNamespaceID)
}

/// A live result that can be subscribed to: what it is, what it depends on and how to make it.
package struct LiveSource: Sendable {
  /// What tells it from others.
  package let key: LiveKey
  /// What it depends on.
  package let interest: LiveInterest
  /// Makes the model, without a value.
  package let model: @Sendable () throws(WorkspaceError) -> any LiveModel

  /// What tells a subscriber that the model could not be made.
  package let failure: @Sendable (WorkspaceError) -> any LiveValue

  /// Describes a live result.
  package init(
    key: LiveKey, interest: LiveInterest,
    failure: @escaping @Sendable (WorkspaceError) -> any LiveValue,
    model: @escaping @Sendable () throws(WorkspaceError) -> any LiveModel
  ) {
    self.key = key
    self.interest = interest
    self.model = model
    self.failure = failure
  }
}
