/// Why a textual query can't be used, and where.
package struct QueryTextError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, for a person.
  package let message: String
  /// The text of the query.
  package let text: String
  /// Where it is wrong, in characters from 1.
  package let column: Int

  init(_ message: String, in text: String, at index: String.Index) {
    self.message = message
    self.text = text
    column = text.distance(from: text.startIndex, to: index) + 1
  }

  /// The message, the text, and a caret under the place.
  package var description: String {
    let line = String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    return
      "\(message) (column \(column))\n  \(line)\n  \(String(repeating: " ", count: column - 1))^"
  }
}
