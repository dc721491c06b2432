/// The exact difference between two lists: what went away, what came, what moved, what has new
/// content.
///
/// Deletes and the `old` of moves and updates are positions in the old list, inserts and `new` are
/// positions in the new one. A row that is neither deleted nor moved keeps its order among all such
/// rows of its section, so the new list is known: put inserted and moved rows where they belong and
/// fill what is left with the rows that stay, in order.
///
/// There are as few moves as possible: every common row whose section changed, and in each kept
/// section the rows outside the longest rising subsequence; sections likewise. A moved section
/// carries its rows. All rows of a deleted section that are nowhere in the new list are among the
/// `itemDeletes`, and all new rows of an inserted section among the `itemInserts`.
///
/// Deletes rise by old position; inserts, moves and updates by new position.
public struct ListChanges: Sendable, Hashable {
  /// Sections that went away, by old number.
  public var sectionDeletes: [Int] = []
  /// Sections that came, by new number.
  public var sectionInserts: [Int] = []
  /// Sections that moved.
  public var sectionMoves: [SectionPair] = []
  /// Kept sections whose own version differs.
  public var sectionUpdates: [SectionPair] = []
  /// Rows that went away, by old position.
  public var itemDeletes: [ListPosition] = []
  /// Rows that came, by new position.
  public var itemInserts: [ListPosition] = []
  /// Rows that moved.
  public var itemMoves: [ListMove] = []
  /// Kept rows whose content differs, whether they moved or not.
  public var itemUpdates: [ListUpdate] = []

  /// No changes.
  public init() {}

  /// Whether the two lists are the same, contents included.
  public var isEmpty: Bool {
    count == 0
  }

  /// How many changes there are, of all kinds.
  public var count: Int {
    sectionDeletes.count + sectionInserts.count + sectionMoves.count + sectionUpdates.count
      + itemDeletes.count + itemInserts.count + itemMoves.count + itemUpdates.count
  }

  /// Whether sections come, go or move.
  public var changesSections: Bool {
    !(sectionDeletes.isEmpty && sectionInserts.isEmpty && sectionMoves.isEmpty)
  }

  /// The changes that lead back from the new list to the old one.
  public var inverse: ListChanges {
    var back = ListChanges()
    back.sectionDeletes = sectionInserts
    back.sectionInserts = sectionDeletes
    back.sectionMoves = sectionMoves.map(\.reversed).sorted { $0.new < $1.new }
    back.sectionUpdates = sectionUpdates.map(\.reversed).sorted { $0.new < $1.new }
    back.itemDeletes = itemInserts
    back.itemInserts = itemDeletes
    back.itemMoves = itemMoves.map { ListMove(old: $0.new, new: $0.old) }
      .sorted { $0.new < $1.new }
    back.itemUpdates = itemUpdates.map { ListUpdate(old: $0.new, new: $0.old, kind: $0.kind) }
      .sorted { $0.new < $1.new }
    return back
  }
}

extension SectionPair {
  fileprivate var reversed: SectionPair { SectionPair(old: new, new: old) }
}

extension ListChanges: CustomStringConvertible {
  /// All changes in one line, for logs: `-` deletes, `+` inserts, `→` moves, `=` updates; `§` sections.
  public var description: String {
    var parts: [String] = []
    parts += sectionDeletes.map { "-§\($0)" } + sectionInserts.map { "+§\($0)" }
    parts += sectionMoves.map { "§\($0)" } + sectionUpdates.map { "§\($0.old)=\($0.new)" }
    parts += itemDeletes.map { "-\($0)" } + itemInserts.map { "+\($0)" }
    parts += itemMoves.map { "\($0)" } + itemUpdates.map { "\($0)" }
    return parts.isEmpty ? "no changes" : parts.joined(separator: " ")
  }
}
