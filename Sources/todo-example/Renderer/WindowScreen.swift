import Foundation

/// A terminal window: lines from the top, a notice on the last line but one, a prompt on the last.
///
/// Only edits are written. Lines below an insert or delete are moved by the terminal itself, inside a scroll region.
///
/// Safe because everything mutable is touched only under `lock`; writes to the terminal happen there too, so that a
/// redraw and the prompt never mix.
final class WindowScreen: TerminalScreen, @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []
  private var notice = ""
  private var message: String?
  private var size = WindowScreen.currentSize()

  /// Takes the window over.
  init() {
    lock.withLock { redraw() }
  }

  func draw(_ edits: [LineEdit], notice: String?) {
    lock.withLock {
      // Saved and restored, the cursor stays in the line that a person is typing.
      var output = "\u{1b}7"
      for edit in edits {
        output += draw(edit)
      }
      if let notice {
        self.notice = notice
        output += noticeLine
      }
      write(output + "\u{1b}8")
    }
  }

  /// Empties the prompt for the next command.
  ///
  /// - Parameter message: What to show in place of the notice until that command comes.
  func prompt(message: String? = nil) {
    lock.withLock {
      self.message = message
      write(noticeLine + at(size.height - 1) + "> ")
    }
  }

  /// Takes note of a new size of the window.
  func resize() {
    lock.withLock {
      size = Self.currentSize()
      redraw()
    }
  }

  /// Gives the window back, with the cursor below the lines.
  func close() {
    lock.withLock { write("\u{1b}[r" + at(size.height - 1)) }
  }

  private var visibleCount: Int {
    max(1, size.height - 2)
  }

  private var noticeLine: String {
    at(size.height - 2) + cut(message ?? notice)
  }

  private func draw(_ edit: LineEdit) -> String {
    edit.apply(to: &lines)
    switch edit {
    case .insert(let text, let line):
      return line < visibleCount ? at(line, clear: false) + "\u{1b}[L" + cut(text) : ""
    case .delete(let line):
      guard line < visibleCount else { return "" }
      let last = visibleCount - 1
      let entering = lines.count > last ? at(last) + cut(lines[last]) : ""
      return at(line, clear: false) + "\u{1b}[M" + entering
    case .replace(let text, let line):
      return line < visibleCount ? at(line) + cut(text) : ""
    }
  }

  private func redraw() {
    var output = "\u{1b}[2J\u{1b}[1;\(visibleCount)r"
    for (line, text) in lines.prefix(visibleCount).enumerated() {
      output += at(line) + cut(text)
    }
    write(output + noticeLine + at(size.height - 1) + "> ")
  }

  private func at(_ line: Int, clear: Bool = true) -> String {
    "\u{1b}[\(line + 1);1H" + (clear ? "\u{1b}[2K" : "")
  }

  private func cut(_ text: String) -> String {
    String(text.prefix(size.width))
  }

  private func write(_ text: String) {
    FileHandle.standardOutput.write(Data(text.utf8))
  }

  private static func currentSize() -> (width: Int, height: Int) {
    var size = winsize()
    guard unsafe ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_row > 2 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }
}
