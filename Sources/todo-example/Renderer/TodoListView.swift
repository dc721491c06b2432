import Dataflow
import WorkspaceStore

/// The sections and rows as lines: a header, then a line for each row.
///
/// It makes each step of a difference as edits of lines, so what did not change is not drawn.
final class TodoListView: SteppedListView {
  private struct Block {
    var header: String
    var cells: [RowCell] = []

    var lineCount: Int { 1 + cells.count }
  }

  typealias Cell = RowCell

  private let configure: (RowCell, ListPosition) -> Void
  private let header: (Int) -> String
  private var blocks: [Block] = []
  private var edits: [LineEdit] = []

  /// Makes a view without lines.
  ///
  /// - Parameters:
  ///   - configure: Fills the cell of the row at a position of the newest list.
  ///   - header: The header of a section of the newest list.
  init(
    configure: @escaping (RowCell, ListPosition) -> Void, header: @escaping (Int) -> String
  ) {
    self.configure = configure
    self.header = header
  }

  /// The edits since the last call.
  func takeEdits() -> [LineEdit] {
    defer { edits = [] }
    return edits
  }

  /// Draws the headers that are others now.
  func updateHeaders() {
    for section in blocks.indices {
      let text = header(section)
      guard blocks[section].header != text else { continue }
      blocks[section].header = text
      edits.append(.replace(text, at: line(ofSection: section)))
    }
  }

  func perform(_ steps: [ListStep]) {
    for step in steps {
      perform(step)
    }
  }

  private func perform(_ step: ListStep) {
    switch step {
    case .deleteItem(let position):
      removeCell(at: position)
    case .insertItem(let position, let new):
      let cell = RowCell()
      configure(cell, new)
      insert(cell, at: position)
    case .moveItem(let from, let to):
      insert(removeCell(at: from), at: to)
    case .updateItem(let position, let new, _):
      let cell = blocks[position.section].cells[position.item]
      let text = cell.text
      configure(cell, new)
      if cell.text != text {
        edits.append(.replace(cell.text, at: line(of: position)))
      }
    case .deleteSection(let section):
      edits.append(.delete(at: line(ofSection: section)))
      blocks.remove(at: section)
    case .insertSection(let section, let new):
      blocks.insert(Block(header: header(new)), at: section)
      edits.append(.insert(blocks[section].header, at: line(ofSection: section)))
    case .moveSection(let from, let to):
      moveSection(from, to: to)
    case .updateSection:
      // `updateHeaders()` looks at all of them.
      break
    }
  }

  private func insert(_ cell: RowCell, at position: ListPosition) {
    blocks[position.section].cells.insert(cell, at: position.item)
    edits.append(.insert(cell.text, at: line(of: position)))
  }

  @discardableResult
  private func removeCell(at position: ListPosition) -> RowCell {
    edits.append(.delete(at: line(of: position)))
    return blocks[position.section].cells.remove(at: position.item)
  }

  private func moveSection(_ from: Int, to: Int) {
    let first = line(ofSection: from)
    let block = blocks.remove(at: from)
    edits += repeatElement(.delete(at: first), count: block.lineCount)
    blocks.insert(block, at: to)
    let texts = [block.header] + block.cells.map(\.text)
    let target = line(ofSection: to)
    edits += texts.enumerated().map { .insert($1, at: target + $0) }
  }

  private func line(ofSection section: Int) -> Int {
    blocks[..<section].reduce(0) { $0 + $1.lineCount }
  }

  private func line(of position: ListPosition) -> Int {
    line(ofSection: position.section) + 1 + position.item
  }
}
