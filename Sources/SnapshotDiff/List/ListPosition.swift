/// The place of a row in a list: its section, and its index within that section, both from zero.
///
/// A list without sections has one section, number 0. A position is eight bytes; a list holds at
/// most 2³¹ − 1 sections, and as many rows in all.
public struct ListPosition: Sendable, Hashable {
  @usableFromInline let section32: Int32
  @usableFromInline let item32: Int32

  /// The section, from zero.
  @inlinable public var section: Int { Int(section32) }

  /// The index within the section, from zero.
  @inlinable public var item: Int { Int(item32) }

  /// The row `item` of `section`, both from zero.
  ///
  /// - Precondition: Both are in 0 ..< 2³¹.
  @inlinable
  public init(section: Int, item: Int) {
    section32 = Int32(section)
    item32 = Int32(item)
  }

  /// The row `item` of a list without sections.
  @inlinable
  public init(item: Int) {
    self.init(section: 0, item: item)
  }

  @inlinable
  init(section32: Int32, item32: Int32) {
    self.section32 = section32
    self.item32 = item32
  }
}

extension ListPosition: Comparable {
  /// Whether `left` comes before `right`: by section, then by item.
  @inlinable
  public static func < (left: ListPosition, right: ListPosition) -> Bool {
    (left.section32, left.item32) < (right.section32, right.item32)
  }
}

extension ListPosition: CustomStringConvertible {
  /// The position as `section.item`.
  public var description: String { "\(section).\(item)" }
}
