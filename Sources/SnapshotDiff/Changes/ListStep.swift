/// One edit of a list; positions are those of the moment at which it is made.
public enum ListStep: Sendable, Hashable {
  /// Remove the row at a position.
  case deleteItem(ListPosition)
  /// Insert, so that it is at `at`, the row that is at `new` in the new list.
  case insertItem(at: ListPosition, new: ListPosition)
  /// Take out the row at `from` and put it in, so that it is then at `to`.
  case moveItem(from: ListPosition, to: ListPosition)
  /// Show the row at `at` with its content of the new list, where it is at `new`.
  case updateItem(at: ListPosition, new: ListPosition, kind: ListUpdate.Kind)
  /// Remove an empty section.
  case deleteSection(Int)
  /// Insert an empty section, which is number `new` in the new list.
  case insertSection(at: Int, new: Int)
  /// Take out a section with its rows and put it in, so that it is then number `to`.
  case moveSection(from: Int, to: Int)
  /// Show the section `at` itself anew; it is number `new` in the new list.
  case updateSection(at: Int, new: Int)
}
