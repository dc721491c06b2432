// What an app writes on top of the adapters; type-checked with them.
#if canImport(UIKit)
  import Dataflow
  import SnapshotDiff
  import UIKit

  struct NotesSurface: NavigationSurface {
    enum Intent: Sendable { case add, delete(Int), navigated(NavigationEvent) }
    enum Area: CaseIterable, Sendable { case notes, navigation }
    enum Route: Hashable, Sendable { case notes(RenderTarget<NotesSurface>) }
    static var navigationArea: Area { .navigation }
    static func intent(for event: NavigationEvent) -> Intent { .navigated(event) }
    var navigation = Navigation<Route>()
    var notes = ListSnapshot<WholeList, Int>()
    var titles: [Int: String] = [:]
  }

  final class NoteCell: UITableViewCell, @MainActor ListCell {
    private let label = UILabel()

    func show(_ content: String) -> CancelToken? {
      label.text = content
      return nil
    }
  }

  final class NotesView: UIView {
    let table = UITableView()
    let addButton = UIControl()
  }

  final class NotesController: Controller<NotesSurface, NotesView> {
    private var adapter: UITableViewAdapter<WholeList, Int, NoteCell>?
    private var surface: NotesSurface?
    private lazy var controls = ControlAdapter(target)

    convenience init(_ target: RenderTarget<NotesSurface>) {
      self.init(target, rootView: NotesView())
      let adapter = UITableViewAdapter<WholeList, Int, NoteCell>(rootView.table) { [weak self] in
        self?.surface?.titles[$0] ?? ""
      }
      adapter.onDelete = { target.perform(.delete($0)) }
      self.adapter = adapter
      controls.connect(rootView.addButton) { .add }
    }

    override func render(_ areas: Set<NotesSurface.Area>, of surface: NotesSurface) {
      self.surface = surface
      if areas.contains(.notes) {
        adapter?.apply(surface.notes)
      }
      controls.reflect(surface)
    }
  }

  @MainActor func start(_ target: RenderTarget<NotesSurface>) -> NavigationAdapter<NotesSurface> {
    NavigationAdapter(
      target, navigationController: UINavigationController(nibName: nil, bundle: nil)
    ) { route in
      switch route {
      case .notes(let target): ScreenViewController(NotesController(target))
      }
    }
  }
#endif
