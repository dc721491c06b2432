/// What tells one live result from another, so that equal ones are shared.
package enum LiveKey: Hashable, Sendable {
  /// The rows of a query, as a list of ids of a type.
  case rows(ObjectIdentifier, RecordQuery, type: String)
  /// A query's count.
  case count(RecordQuery, type: String)
  /// All changes of a type.
  case type(String)
  /// An entry of a dictionary.
  case entry(DictionaryEntryID)
  /// A namespace of a dictionary.
  case namespace(String)
}

/// A live result that can be subscribed to: what it is, what it depends on and how to make it.
package struct LiveSource<Model: LiveModel>: Sendable {
  /// What tells it from others.
  package let key: LiveKey
  /// What it depends on.
  package let interest: LiveInterest
  /// Makes the model, without a value.
  package let model: @Sendable () throws(WorkspaceError) -> Model

  /// Describes a live result.
  package init(
    key: LiveKey, interest: LiveInterest,
    model: @escaping @Sendable () throws(WorkspaceError) -> Model
  ) {
    self.key = key
    self.interest = interest
    self.model = model
  }
}
