/// A word of a schema's text.
struct Token {
  enum Kind: Hashable {
    case identifier
    /// Digits, decimal or `0x…`, without a sign.
    case integer
    /// A number with a point or an exponent, without a sign.
    case real
    /// A quoted string, escapes resolved.
    case string(String)
    /// A single character: `{`, `;`, …
    case punctuation(UInt8)
    case end
  }

  let kind: Kind
  let range: SourceRange
  /// Lines of documentation (`///`) right before the token.
  let documentation: [String]

  /// Whether this is the character.
  func isPunctuation(_ character: Unicode.Scalar) -> Bool {
    kind == .punctuation(UInt8(ascii: character))
  }
}
