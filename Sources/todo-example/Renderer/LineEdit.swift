/// One edit of the lines on a screen; lines count from zero, at the moment of the edit.
enum LineEdit: Equatable {
  case insert(String, at: Int)
  case delete(at: Int)
  case replace(String, at: Int)

  /// Makes the edit in a copy of what the screen shows.
  func apply(to lines: inout [String]) {
    switch self {
    case .insert(let text, let line): lines.insert(text, at: line)
    case .delete(let line): lines.remove(at: line)
    case .replace(let text, let line): lines[line] = text
    }
  }
}

/// Something that shows lines, and below them a notice.
protocol TerminalScreen: Sendable {
  /// Draws what changed, and nothing else.
  ///
  /// - Parameters:
  ///   - edits: The edits of the lines, one after another.
  ///   - notice: The new notice; nil if it stays.
  func draw(_ edits: [LineEdit], notice: String?)
}
