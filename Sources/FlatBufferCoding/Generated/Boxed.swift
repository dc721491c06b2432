/// A value behind a reference, so that its type can contain itself; still a value.
public indirect enum Boxed<Value: Sendable & Hashable>: Sendable, Hashable {
  /// The value.
  case boxed(Value)

  /// Puts a value into a box.
  @inlinable public init(_ value: Value) {
    self = .boxed(value)
  }

  /// The value.
  @inlinable public var value: Value {
    switch self {
    case .boxed(let value): value
    }
  }
}
