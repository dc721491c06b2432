/// Why a snapshot refused an edit; the snapshot is as it was before.
public struct ListSnapshotError: Error, Sendable, Hashable {
  /// The kind of error; more may be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The kind's name, as logs print it.
    public let rawValue: String

    /// Makes a kind from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Items that are there already, or are given twice.
    public static let repeatedItem = Code(rawValue: "repeatedItem")
    /// Sections that are there already, or are given twice.
    public static let repeatedSection = Code(rawValue: "repeatedSection")
    /// Items that are not in the snapshot.
    public static let unknownItem = Code(rawValue: "unknownItem")
    /// Sections that are not in the snapshot.
    public static let unknownSection = Code(rawValue: "unknownSection")
    /// Items to append, and no section to append them to.
    public static let noSection = Code(rawValue: "noSection")
    /// An item or section is to be moved before or after itself.
    public static let ownAnchor = Code(rawValue: "ownAnchor")
    /// A position lies outside the list.
    public static let outOfRange = Code(rawValue: "outOfRange")
  }

  /// The kind of error.
  public let code: Code
  /// The ids (or positions) at fault, as text, in the order given.
  public let identifiers: [String]

  init(_ code: Code, _ identifiers: [String] = []) {
    self.code = code
    self.identifiers = identifiers
  }

  init<ID: Hashable>(_ code: Code, ids: [ID]) {
    #if hasFeature(Embedded)
      self.init(code)
    #else
      self.init(code, ids.map { String(describing: $0) })
    #endif
  }
}

extension ListSnapshotError: CustomStringConvertible {
  /// The error in one line, for a person.
  public var description: String {
    "\(code.rawValue): \(identifiers.joined(separator: ", "))"
  }
}
