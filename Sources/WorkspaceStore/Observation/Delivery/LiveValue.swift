/// A value on its way to a subscriber; it never changes.
package protocol LiveValue: AnyObject, Sendable {
  /// This value in place of an older one of its kind that was not delivered.
  func merged(over older: any LiveValue) -> any LiveValue
}

extension LiveValue {
  /// This value: what is whole in itself needs nothing of the older one.
  package func merged(over older: any LiveValue) -> any LiveValue { self }
}
