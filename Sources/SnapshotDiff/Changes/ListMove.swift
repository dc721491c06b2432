/// A row that is in both lists and has to be moved.
///
/// The two positions can be the same numbers, when as many rows went away before it as came: still
/// it changes places with rows that stay.
public struct ListMove: Sendable, Hashable {
  /// Where it was, in the old list.
  public let old: ListPosition
  /// Where it is, in the new list.
  public let new: ListPosition

  /// A move from `old`, in the old list, to `new`, in the new one.
  @inlinable
  public init(old: ListPosition, new: ListPosition) {
    self.old = old
    self.new = new
  }
}

/// A row that is in both lists and whose content differs.
public struct ListUpdate: Sendable, Hashable {
  /// How to show the new content.
  public enum Kind: Sendable, Hashable {
    /// A new cell in place of the old one.
    case reload
    /// The same cell, configured anew.
    case reconfigure
  }

  /// Where it was, in the old list.
  public let old: ListPosition
  /// Where it is, in the new list.
  public let new: ListPosition
  /// How to show the new content.
  public let kind: Kind

  /// An update of the row at `old`, in the old list, which is at `new` in the new one.
  @inlinable
  public init(old: ListPosition, new: ListPosition, kind: Kind = .reconfigure) {
    self.old = old
    self.new = new
    self.kind = kind
  }
}

/// A section that is in both lists and has to be moved, or whose content differs.
public struct SectionPair: Sendable, Hashable {
  /// Its number in the old list, from zero.
  public let old: Int
  /// Its number in the new list, from zero.
  public let new: Int

  /// The section that was number `old` and is number `new`.
  @inlinable
  public init(old: Int, new: Int) {
    self.old = old
    self.new = new
  }
}

extension ListMove: CustomStringConvertible {
  /// The move as `old→new`.
  public var description: String { "\(old)→\(new)" }
}

extension ListUpdate: CustomStringConvertible {
  /// The update as `old=new`.
  public var description: String { "\(old)=\(new)" }
}

extension SectionPair: CustomStringConvertible {
  /// The pair as `old→new`.
  public var description: String { "\(old)→\(new)" }
}
