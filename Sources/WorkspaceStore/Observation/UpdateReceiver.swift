/// Makes updates, as subscribers see them, of a live result's values.
package protocol UpdateReceiver: Sendable {
  /// What the subscriber gets.
  associatedtype Update: Sendable

  /// The update that takes a subscriber from the value before to this one; nil if there is nothing to tell.
  mutating func receive(_ pending: PendingUpdate) -> Update?

  /// Hands over the value that the last one took the place of, to be let go of when there is time.
  mutating func takeReplaced() -> (any LiveValue)?
}

extension UpdateReceiver {
  /// Nothing: values are small.
  mutating package func takeReplaced() -> (any LiveValue)? { nil }
}
