/// Makes updates, as subscribers see them, of a live result's values.
package protocol UpdateReceiver: Sendable {
  /// What the subscriber gets.
  associatedtype Update: Sendable

  /// The update that takes a subscriber from the value before to this one; nil if there is nothing to tell.
  mutating func receive(_ pending: PendingUpdate) -> Update?
}
