/// The text of one `.fbs` file and the path by which people know it.
package struct SchemaSource: Sendable {
  /// The path, as diagnostics print it; two sources with one path are one file.
  package let path: String

  /// The text, UTF-8 or not.
  package let bytes: [UInt8]

  /// Makes a source of a file's bytes.
  package init(path: String, bytes: [UInt8]) {
    self.path = path
    self.bytes = bytes
  }

  /// Makes a source of text.
  package init(path: String, text: String) {
    self.init(path: path, bytes: Array(text.utf8))
  }

  /// The text between two byte offsets.
  func text(_ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// The line, counted from 1, the column in Unicode scalars, counted from 1, and the line's text.
  ///
  /// - Complexity: O(*n*) bytes of the text before the offset.
  func place(of offset: Int) -> (line: Int, column: Int, text: String) {
    let offset = min(offset, bytes.count)
    let before = bytes[..<offset]
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    var end = bytes[offset...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
    if end > start, bytes[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    let column = text(start..<offset).unicodeScalars.count + 1
    return (line, column, text(start..<max(start, end)))
  }
}

/// A place in one of the sources that a compilation reads.
struct SourceRange: Hashable {
  /// The source, by the order in which it was read.
  var file: Int
  /// Byte offsets into it.
  var bytes: Range<Int>

  /// From the start of this place to the end of another one in the same source.
  func through(_ other: SourceRange) -> SourceRange {
    SourceRange(
      file: file, bytes: bytes.lowerBound..<max(bytes.upperBound, other.bytes.upperBound))
  }
}
