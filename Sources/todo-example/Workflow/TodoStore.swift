import WorkspaceStore

/// The transactions behind the intents.
enum TodoStore {
  /// The key of the dictionary that holds the id of the selected list.
  static let selectedList = "selectedList"
  /// The keys of the dictionary that hold the next numbers: none is given twice.
  private static let (nextList, nextTodo) = ("nextList", "nextTodo")

  /// Carries an intent out.
  ///
  /// - Throws: What the store throws, and ``Gone`` if another program has removed what the intent is about.
  static func write(
    _ intent: TodoSurface.Intent, surface: TodoSurface, to changes: borrowing Transaction
  ) throws {
    switch intent {
    case .addList(let name):
      let last = try changes.fetch(TodoList.order { $0.position.descending }.limit(1)).first
      let id = takeNumber(nextList, changes)
      let position = (last?.position ?? 0) + 1
      try changes.insert(TodoList(id: id, position: position, name: name))
      try changes.dictionary.set(id, for: selectedList)
    case .select(let name):
      try changes.dictionary.set(try list(name, surface), for: selectedList)
    case .deleteList(let name):
      try deleteList(try list(name, surface), changes)
    case .add(let title):
      guard let list = surface.selectedList else { throw Gone(what: "the selected list") }
      let position = try RowOrder.position(at: nil, in: list, changes)
      let id = takeNumber(nextTodo, changes)
      try changes.insert(Todo(id: id, list: list, position: position, title: title))
    case .toggle(let id):
      var todo = try todo(id, changes)
      todo.done.toggle()
      try changes.update(todo)
    case .rename(let id, let title):
      var todo = try todo(id, changes)
      todo.title = title
      try changes.update(todo)
    case .move(let id, let name, let position):
      var todo = try todo(id, changes)
      if let name {
        todo.list = try list(name, surface)
      }
      todo.position = try RowOrder.position(
        at: position.map { $0 - 1 }, in: todo.list, besides: id, changes)
      try changes.update(todo)
    case .delete(let id):
      try changes.delete(try todo(id, changes))
    }
  }

  private static func deleteList(_ id: Int64, _ changes: borrowing Transaction) throws {
    for todo in try changes.fetch(Todo.where { $0.list == id }) {
      try changes.delete(todo)
    }
    try changes.delete(TodoList.self, key: id)
    if changes.dictionary[selectedList, Int64.self] == id {
      let first = try changes.fetch(TodoList.order { $0.position.ascending }.limit(1)).first
      changes.dictionary[selectedList, Int64.self] = first?.id
    }
  }

  private static func takeNumber(_ key: String, _ changes: borrowing Transaction) -> Int64 {
    let number = changes.dictionary[key, default: Int64(1)]
    changes.dictionary[key, default: Int64(1)] = number + 1
    return number
  }

  private static func todo(_ id: Int64, _ changes: borrowing Transaction) throws -> Todo {
    guard let todo = try changes.object(Todo.self, key: id) else {
      throw Gone(what: "to-do \(id)")
    }
    return todo
  }

  private static func list(_ name: String, _ surface: TodoSurface) throws -> Int64 {
    guard let list = surface.list(named: name) else { throw Gone(what: "list \(name)") }
    return list
  }

  /// What an intent is about was removed by another program meanwhile.
  struct Gone: Error, CustomStringConvertible {
    let what: String

    var description: String { "\(what) is not there any more" }
  }
}
