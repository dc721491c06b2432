/// Why bytes, a schema or JSON could not be used.
public struct FlatBufferError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The kind of error; more may be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The kind's name, as logs print it.
    public let rawValue: String

    /// Makes a kind from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// An offset, length or position lies outside the bytes.
    public static let outOfBounds = Code(rawValue: "outOfBounds")
    /// A value is not at a multiple of its alignment.
    public static let misaligned = Code(rawValue: "misaligned")
    /// A string is not UTF-8, or lacks its terminating zero.
    public static let invalidString = Code(rawValue: "invalidString")
    /// A required field is absent.
    public static let missingField = Code(rawValue: "missingField")
    /// Tables are nested too deeply, or there is more to read than the bytes can honestly hold.
    public static let tooComplex = Code(rawValue: "tooComplex")
    /// A value is of another type, or an enum or union names no known member.
    public static let typeMismatch = Code(rawValue: "typeMismatch")
    /// JSON is malformed.
    public static let invalidJSON = Code(rawValue: "invalidJSON")
    /// JSON names a field that the schema does not have.
    public static let unknownField = Code(rawValue: "unknownField")
    /// A schema is not valid, or is used for what it does not have.
    public static let invalidSchema = Code(rawValue: "invalidSchema")
  }

  /// The kind of error.
  public let code: Code
  /// What is wrong, for a person.
  public let message: String
  /// The field at fault, from the root (`nested.pos.x`), or empty.
  public let field: String
  /// Where in the bytes (or in the text of JSON), in bytes from the start.
  public let position: Int?

  /// Makes an error.
  public init(code: Code, message: String, field: String = "", position: Int? = nil) {
    self.code = code
    self.message = message
    self.field = field
    self.position = position
  }

  /// The field, the message and the place, in one line.
  public var description: String {
    let place = position.map { " at byte \($0)" } ?? ""
    return field.isEmpty ? "\(message)\(place)" : "\(field): \(message)\(place)"
  }
}
