import Dataflow
import WorkspaceStore

/// The logic of the screen: intents become transactions, observations become the surface.
struct TodoWorkflow: Workflow {
  private let workspace: Workspace
  private(set) var surface = TodoSurface()
  private var lists: QueryUpdate<TodoList>?
  private var todos: QueryUpdate<Todo>?
  private var isSelectionKnown = false
  private var observations: [CancelToken] = []

  init(workspace: Workspace) {
    self.workspace = workspace
  }

  mutating func start(in scope: WorkflowScope<TodoWorkflow>) {
    observations = [
      scope.observe(TodoList.order { $0.position.ascending }, in: workspace) {
        workflow, update, scope in
        workflow.lists = update
        workflow.arrange(update.error, in: scope)
      },
      scope.observe(Todo.order { $0.position.ascending }, in: workspace) {
        workflow, update, scope in
        workflow.todos = update
        workflow.arrange(update.error, in: scope)
      },
      scope.observe(TodoStore.selectedList, as: Int64.self, in: workspace.dictionary) {
        workflow, update, scope in
        workflow.select(update.value, in: scope)
      },
    ]
  }

  mutating func perform(
    _ intent: TodoSurface.Intent, in scope: WorkflowScope<TodoWorkflow>
  ) {
    show(notice: "", in: scope)
    let surface = surface
    scope.performChanges(in: workspace) { changes in
      try TodoStore.write(intent, surface: surface, to: changes)
    } completion: { workflow, result, scope in
      if case .failure(let error) = result {
        workflow.show(notice: "not saved: \(error)", in: scope)
      }
    }
  }

  mutating func refuse(_ intent: TodoSurface.Intent, in scope: WorkflowScope<TodoWorkflow>) {
    show(notice: surface.refusal(of: intent) ?? "", in: scope)
  }

  private mutating func show(notice: String, in scope: WorkflowScope<TodoWorkflow>) {
    guard notice != surface.notice else { return }
    surface.notice = notice
    scope.invalidate(.notice)
  }

  private mutating func select(_ list: Int64?, in scope: WorkflowScope<TodoWorkflow>) {
    surface.selectedList = list
    guard isSelectionKnown else {
      isSelectionKnown = true
      arrange(nil, in: scope)
      return
    }
    for id in surface.headers.keys {
      surface.headers[id]?.isSelected = id == list
    }
    scope.invalidate(.headers)
  }

  /// Puts the to-dos into sections by list, once everything that is observed has arrived.
  ///
  /// A row keeps the version that the live query gave it, so a difference shows just those that changed.
  private mutating func arrange(
    _ error: WorkspaceError?, in scope: WorkflowScope<TodoWorkflow>
  ) {
    if let error {
      show(notice: "not read: \(error)", in: scope)
    }
    guard let lists, let todos, isSelectionKnown else { return }
    var members: [Int64: [(id: RecordID<Todo>, version: ListVersion)]] = [:]
    surface.headers = [:]
    surface.todos = [:]
    for (index, todo) in todos.records.enumerated() {
      let id = RecordID<Todo>(rowID: todo.id)
      let version = todos.snapshot.version(at: ListPosition(item: index))
      surface.todos[id] = todo
      members[todo.list, default: []].append((id, version))
    }
    surface.rows = ListSnapshot()
    for list in lists.records {
      let rows = members[list.id] ?? []
      surface.rows.appendSection(
        list.id, unique: rows.map(\.id), versions: rows.map(\.version))
      surface.headers[list.id] = TodoSurface.Header(
        name: list.name,
        openCount: rows.count { surface.todos[$0.id]?.done == false },
        isSelected: list.id == surface.selectedList)
    }
    scope.invalidate(.rows, .headers)
  }
}
