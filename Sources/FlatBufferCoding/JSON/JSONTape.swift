/// A JSON text as a flat list of its values, in the order of the text.
///
/// Each value knows where it stands and which one comes after all that is inside it; so a reader can step over a value
/// at once, and take the members of an object in any order. The tape keeps no text, and is reused: it costs no allocation
/// in the steady state.
package struct JSONTape: Sendable {
  /// What a value is.
  package enum Kind: UInt8, Sendable {
    case null, `false`, `true`, integer, real, string, array, object

    /// What a person calls it.
    package var name: String {
      switch self {
      case .null: "null"
      case .false, .true: "a bool"
      case .integer: "an integer"
      case .real: "a number with a fraction or exponent"
      case .string: "a string"
      case .array: "an array"
      case .object: "an object"
      }
    }
  }

  /// One value, or the key of an object's member, which comes before its value.
  package struct Node: Sendable {
    /// What it is; a key is a string.
    package let kind: Kind
    /// Whether a string has escapes.
    package let hasEscapes: Bool
    /// Where it starts, in bytes; of a string, behind the quote.
    package let start: Int32
    /// Where it ends, in bytes; of a string, at the closing quote.
    package internal(set) var end: Int32
    /// The node after it and all that is inside it.
    package internal(set) var next: Int32
  }

  /// How deeply arrays and objects may be nested.
  ///
  /// Room for the 64 tables of a FlatBuffer, each in a vector of unions.
  package static let maximumDepth = 256

  /// The values; the first is the whole text.
  package internal(set) var nodes: [Node] = []

  /// Makes an empty tape.
  package init() {}

  /// Reads one JSON text (RFC 8259), and nothing behind it but white space.
  ///
  /// - Throws: `invalidJSON`, with the place, if it is malformed, not UTF-8, above 2 GiB or nested deeper than
  ///   `maximumDepth`; the tape is then empty.
  /// - Complexity: O(number of bytes).
  package mutating func read(_ text: UnsafeRawBufferPointer) throws(FlatBufferError) {
    nodes.removeAll(keepingCapacity: true)
    guard text.count < Int(Int32.max) else {
      throw FlatBufferError(code: .invalidJSON, message: "a JSON text above 2 GiB")
    }
    var scanner = unsafe JSONScanner(text, nodes: nodes)
    nodes = []
    do {
      try scanner.scan()
    } catch {
      nodes = scanner.nodes
      nodes.removeAll(keepingCapacity: true)
      throw error
    }
    nodes = scanner.nodes
  }
}
