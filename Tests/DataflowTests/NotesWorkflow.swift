import Dataflow
import WorkspaceStore

typealias Note = DataflowNotes.Note

/// A screen of notes in one folder, whose name is in the dictionary.
struct NotesSurface: Surface {
  enum Intent: Sendable, Equatable { case add(Note), delete(Int64), open(folder: String) }
  enum Area: CaseIterable, Sendable { case notes, folder, count, message }

  var notes: QueryUpdate<Note>?
  var folder: String?
  var total = 0
  var message = ""

  var titles: [String] { notes?.records.map(\.title) ?? [] }
}

struct NotesWorkflow: Workflow {
  let workspace: Workspace
  private(set) var surface = NotesSurface()
  private var observations: [CancelToken] = []
  private var notes: CancelToken?

  init(workspace: Workspace) {
    self.workspace = workspace
  }

  mutating func start(in scope: WorkflowScope<NotesWorkflow>) {
    observations = [
      scope.observe("folder", as: String.self, in: workspace.dictionary) {
        workflow, update, scope in
        workflow.open(update.value, in: scope)
      },
      scope.observeCount(of: Note.all, in: workspace) { workflow, update, scope in
        workflow.surface.total = update.count
        scope.invalidate(.count)
      },
    ]
  }

  /// Observes the notes of another folder; the observation before ends with its token.
  private mutating func open(_ folder: String?, in scope: WorkflowScope<NotesWorkflow>) {
    surface.folder = folder
    scope.invalidate(.folder)
    notes = scope.observe(
      Note.where { $0.folder == folder }.order { $0.rank.ascending }, in: workspace
    ) { workflow, update, scope in
      workflow.surface.notes = update
      scope.invalidate(.notes)
    }
  }

  mutating func perform(_ intent: NotesSurface.Intent, in scope: WorkflowScope<NotesWorkflow>) {
    scope.performChanges(in: workspace) { changes in
      switch intent {
      case .add(let note): try changes.insert(note)
      case .delete(let id): try changes.delete(Note.self, key: id)
      case .open(let folder): try changes.dictionary.set(folder, for: "folder")
      }
    } completion: { workflow, result, scope in
      guard case .failure(let error) = result else { return }
      workflow.surface.message = (error as? WorkspaceError)?.code.rawValue ?? "\(error)"
      scope.invalidate(.message)
    }
  }
}
