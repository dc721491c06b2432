import Foundation

/// Prints, where there is no window: for every command what was drawn, and then the whole frame.
///
/// Safe because everything mutable is touched only under `lock`.
final class PageScreen: TerminalScreen, @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []
  private var edits: [LineEdit] = []
  private var notice = ""

  func draw(_ edits: [LineEdit], notice: String?) {
    lock.withLock {
      for edit in edits {
        edit.apply(to: &lines)
      }
      self.edits += edits
      self.notice = notice ?? self.notice
    }
  }

  /// What was drawn since the last frame, the frame, and the notice.
  func takeFrame() -> (text: String, notice: String) {
    lock.withLock {
      var text = "drawn \(edits.count { $0.isDrawing }) of \(lines.count)\n"
      for edit in edits {
        text += "  \(edit)\n"
      }
      edits = []
      text += lines.map { "| \($0)\n" }.joined()
      return (text, notice)
    }
  }
}

extension LineEdit: CustomStringConvertible {
  /// Whether text is drawn; a delete only moves what is there.
  fileprivate var isDrawing: Bool {
    if case .delete = self { false } else { true }
  }

  var description: String {
    switch self {
    case .insert(let text, let line): "+\(line) \(text)"
    case .delete(let line): "-\(line)"
    case .replace(let text, let line): "=\(line) \(text)"
    }
  }
}
