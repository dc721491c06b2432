/// A value on its way to a subscriber; it never changes.
package protocol LiveValue: AnyObject, Sendable {
  /// This value in place of an older one of its kind that was not delivered.
  func merged(over older: any LiveValue) -> any LiveValue
  /// Roughly how many bytes it takes while it waits that it does not share with the value before it.
  var byteCount: Int { get }
  /// Whether its subscriber gets it by itself, whatever waits behind it.
  var standsAlone: Bool { get }
}

extension LiveValue {
  /// This value: what is whole in itself needs nothing of the older one.
  package func merged(over older: any LiveValue) -> any LiveValue { self }

  /// Next to nothing.
  package var byteCount: Int { 0 }

  /// It may be merged with what waits.
  package var standsAlone: Bool { false }
}
