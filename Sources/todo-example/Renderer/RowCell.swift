import Dataflow

/// The line of one to-do.
final class RowCell: ListCell {
  private(set) var text = ""

  func show(_ content: Todo?) -> CancelToken? {
    guard let todo = content else {
      text = ""
      return nil
    }
    let number = String(todo.id)
    let indent = String(repeating: " ", count: max(1, 6 - number.count))
    text = "\(indent)\(number) [\(todo.done ? "x" : " ")] \(todo.title.onOneLine)"
    return nil
  }
}

extension String {
  /// The text without anything that would move the cursor.
  var onOneLine: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 }))
  }
}
