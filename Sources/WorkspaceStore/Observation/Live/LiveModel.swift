/// The state of a live result: a value, changed by one commit after another.
///
/// It does no locking, no scheduling and no delivery; `LiveResult` does that around it.
package protocol LiveModel: Sendable {
  /// What subscribers get.
  associatedtype Value: LiveValue
  /// What a fetch brings.
  associatedtype Fetched: Sendable

  /// What a subscriber gets first, as of the commit applied last.
  var initialValue: Value { get }
  /// What the other subscribers get, as of the commit applied last.
  var value: Value { get }

  /// Reads all of it, in the connection's read transaction.
  func fetch(from connection: Connection) throws(WorkspaceError) -> Fetched
  /// Takes what a fetch has brought in place of what there was; false if that is the same.
  mutating func load(_ fetched: Fetched) -> Bool
  /// Applies a commit.
  mutating func apply(_ changes: LiveChanges) -> LiveOutcome

  /// What tells subscribers of a failed fetch; `value` is what they were sent last, if anything was.
  static func failure(_ error: WorkspaceError, after value: Value?) -> Value
}

extension LiveModel {
  /// The value, which is whole in itself.
  package var initialValue: Value { value }
}
