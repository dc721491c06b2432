import Dataflow
import WorkspaceStore

/// Shows the surface on a screen of lines, changed areas only.
final class TodoRenderer: Renderer {
  private let screen: any TerminalScreen
  private let view: TodoListView
  private let source: ListDataSource<Int64, RecordID<Todo>, RowCell>
  private let shown: Shown

  init(screen: any TerminalScreen) {
    let shown = Shown()
    let source = ListDataSource<Int64, RecordID<Todo>, RowCell> { shown.surface.todos[$0] }
    self.screen = screen
    self.shown = shown
    self.source = source
    view = TodoListView(configure: source.configure) { section in
      shown.surface.headers[source.section(at: section)].map(Self.text) ?? ""
    }
  }

  func render(_ areas: Set<TodoSurface.Area>, of surface: TodoSurface) {
    shown.surface = surface
    if areas.contains(.rows) {
      source.apply(surface.rows, to: view)
    }
    if areas.contains(.headers) {
      view.updateHeaders()
    }
    screen.draw(view.takeEdits(), notice: areas.contains(.notice) ? surface.notice : nil)
  }

  private static func text(of header: TodoSurface.Header) -> String {
    "\(header.isSelected ? "*" : " ") \(header.name.onOneLine) (\(header.openCount) open)"
  }

  /// The surface as last rendered, which cells and headers are filled from.
  private final class Shown {
    var surface = TodoSurface()
  }
}
