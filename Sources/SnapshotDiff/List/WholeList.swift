/// The one section of a list without sections.
public struct WholeList: Sendable, Hashable {
  /// The section; all values are equal.
  public init() {}
}

extension WholeList: IntegerListID {
  /// Zero.
  public var listKey: Int64 { 0 }

  /// The section, whatever the key.
  public init(listKey: Int64) {}
}
