import Dataflow
import WorkspaceStore

/// All that the screen shows, and all that it may ask for.
struct TodoSurface: Surface {
  /// What a person can do.
  ///
  /// To-dos go by the number in front of them, lists by name, positions from 1.
  enum Intent: Sendable, Equatable {
    case addList(name: String)
    case select(list: String)
    case deleteList(name: String)
    case add(title: String)
    case toggle(todo: Int64)
    case rename(todo: Int64, title: String)
    case move(todo: Int64, list: String?, position: Int?)
    case delete(todo: Int64)
  }

  /// What changes apart from each other.
  enum Area: CaseIterable, Sendable {
    case rows, headers, notice
  }

  /// The line above the rows of a list.
  struct Header: Sendable, Equatable {
    let name: String
    var openCount = 0
    var isSelected = false
  }

  /// The to-dos, in sections by list; versions tell which of them have changed.
  var rows = ListSnapshot<Int64, RecordID<Todo>>()
  /// Every to-do in `rows`.
  var todos: [RecordID<Todo>: Todo] = [:]
  /// The header of each section of `rows`, by the list's id.
  var headers: [Int64: Header] = [:]
  /// The list that `add` adds to.
  var selectedList: Int64?
  /// Why the last intent was not carried out; empty if it was.
  var notice = ""

  /// Whether an intent would be carried out now.
  func allows(_ intent: Intent) -> Bool {
    refusal(of: intent) == nil
  }

  /// Why an intent can't be carried out now, for a person; nil if it can.
  func refusal(of intent: Intent) -> String? {
    switch intent {
    case .addList(let name):
      list(named: name).map { _ in "there is a list named \(name) already" }
    case .select(let list), .deleteList(let list):
      refusal(ofList: list)
    case .add:
      selectedList == nil ? "no list is selected; make one: list NAME" : nil
    case .toggle(let id), .rename(let id, _), .delete(let id):
      refusal(ofTodo: id)
    case .move(let id, let list, _):
      refusal(ofTodo: id) ?? list.flatMap { refusal(ofList: $0) }
    }
  }

  /// The id of the list with a name.
  func list(named name: String) -> Int64? {
    headers.first { $0.value.name == name }?.key
  }

  private func refusal(ofList name: String) -> String? {
    list(named: name) == nil ? "there is no list named \(name)" : nil
  }

  private func refusal(ofTodo id: Int64) -> String? {
    todos[RecordID(rowID: id)] == nil ? "there is no to-do \(id)" : nil
  }
}
