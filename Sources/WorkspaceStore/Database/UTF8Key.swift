/// A text as a key of dictionaries and sets that tell texts apart by their UTF-8 bytes.
///
/// Swift's own strings are equal, and hash alike, where they are canonical equivalents, as the two spellings of "é" are.
package struct UTF8Key: Hashable, Sendable {
  /// The text.
  package let text: String

  /// Makes a key of a text.
  package init(_ text: String) {
    self.text = text
  }

  /// Whether two texts have the same bytes.
  package static func == (left: UTF8Key, right: UTF8Key) -> Bool {
    left.text.hasSameUTF8(as: right.text)
  }

  /// Hashes the bytes.
  package func hash(into hasher: inout Hasher) {
    hasher.combine(text.utf8Digest(0))
  }
}
