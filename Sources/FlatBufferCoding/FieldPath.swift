/// The way from a record's root to a field: field ids, and for a member of a union its number.
///
/// After the id of a union (its value field) the next step, if any, is the member's number, and the one after it a
/// field of that member. A path that ends at a union means its type. `__index.path` holds the steps as little-endian
/// 16-bit integers.
public struct FieldPath: Sendable, Hashable {
  /// Field ids and member numbers, from the root.
  public var steps: [UInt16]

  /// Makes a path of steps; without any, the root itself.
  public init(_ steps: [UInt16] = []) {
    self.steps = steps
  }

  /// The path with one more step.
  public func appending(_ step: UInt16) -> FieldPath {
    FieldPath(steps + [step])
  }

  /// The path as `__index.path` records it.
  package var bytes: [UInt8] {
    steps.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  /// Reads a recorded path; nil if it has an odd number of bytes.
  package init?(bytes: [UInt8]) {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    self.init(
      stride(from: 0, to: bytes.count, by: 2).map { UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8 }
    )
  }
}
