/// A dictionary's value as `__dictionary` stores it.
@usableFromInline
package enum DictionaryValue: Sendable, Hashable {
  case bool(Bool)
  case int(Int64)
  case uint(UInt64)
  case double(Double)
  case float(Float)
  case string(String)
  case bytes([UInt8])
  /// Any `Codable`, as JSON.
  case codable([UInt8])
  /// A record, with its type's qualified name.
  case record(type: String, [UInt8])

  /// The type of a value, as `__dictionary.tag` records it.
  package enum Tag: Int64, Sendable {
    case bool = 1
    case int, uint, double, float, string, bytes, codable, record
  }

  /// The tag of this value.
  package var tag: Tag {
    switch self {
    case .bool: .bool
    case .int: .int
    case .uint: .uint
    case .double: .double
    case .float: .float
    case .string: .string
    case .bytes: .bytes
    case .codable: .codable
    case .record: .record
    }
  }

  /// What the value is, for error messages.
  package var kind: String {
    if case .record(let type, _) = self { return type }
    return "\(tag)"
  }

  /// Whether two values are stored alike: NaN equals itself, and −0.0 differs from 0.0.
  package func isStored(as other: DictionaryValue) -> Bool {
    switch (self, other) {
    case (.double(let a), .double(let b)):
      a.bitPattern == b.bitPattern || a.isNaN && b.isNaN
    case (.float(let a), .float(let b)): a.bitPattern == b.bitPattern || a.isNaN && b.isNaN
    case (.string(let a), .string(let b)): a.utf8.elementsEqual(b.utf8)
    default: self == other
    }
  }

  /// The name of a record's type; nil for other values.
  var typeName: String? {
    if case .record(let type, _) = self { type } else { nil }
  }

  /// Runs `body` with tag, type and value bound from parameter `start` on.
  func withBound(
    to statement: Statement, from start: Int32, _ body: () throws(WorkspaceError) -> Void
  ) throws(WorkspaceError) {
    try statement.bind(start, tag.rawValue)
    if let typeName {
      try statement.bind(start + 1, typeName)
    } else {
      try statement.bindNull(start + 1)
    }
    try withBound(to: statement, at: start + 2, body)
  }

  /// Runs `body` with the value bound to a parameter; texts and bytes are not copied, so the statement must have run by
  /// its end.
  ///
  /// NaN is a tagged null.
  func withBound(
    to statement: Statement, at place: Int32, _ body: () throws(WorkspaceError) -> Void
  ) throws(WorkspaceError) {
    switch self {
    case .bool(let value): try statement.bind(place, value ? 1 : 0 as Int64)
    case .int(let value): try statement.bind(place, value)
    case .uint(let value): try statement.bind(place, Int64(bitPattern: value ^ 1 << 63))
    case .double(let value):
      if value.isNaN { try statement.bindNull(place) } else { try statement.bind(place, value) }
    case .float(let value):
      if value.isNaN {
        try statement.bindNull(place)
      } else {
        try statement.bind(place, Double(value))
      }
    case .string(let value):
      return try unsafe value.withBytes { (text) throws(WorkspaceError) in
        try unsafe statement.bindUncopied(place, text: text)
        try body()
      }
    case .bytes(let bytes), .codable(let bytes), .record(_, let bytes):
      let result = unsafe bytes.withUnsafeBytes { bytes -> Result<Void, WorkspaceError> in
        do throws(WorkspaceError) {
          try unsafe statement.bindUncopied(place, blob: bytes)
          return .success(try body())
        } catch {
          return .failure(error)
        }
      }
      return try result.get()
    }
    try body()
  }

  /// Reads tag, type and value from column `start` on; nil if they do not fit one another.
  init?(statement: Statement, from start: Int32) {
    guard statement.type(start) == .integer, let tag = Tag(rawValue: statement.integer(start))
    else { return nil }
    let place = start + 2
    switch (tag, statement.type(place)) {
    case (.bool, .integer): self = .bool(statement.integer(place) != 0)
    case (.int, .integer): self = .int(statement.integer(place))
    case (.uint, .integer):
      self = .uint(UInt64(bitPattern: statement.integer(place)) ^ 1 << 63)
    case (.double, .real): self = .double(statement.real(place))
    case (.double, .null): self = .double(.nan)
    case (.float, .real): self = .float(Float(statement.real(place)))
    case (.float, .null): self = .float(.nan)
    case (.string, .text):
      guard let text = unsafe String(validating: statement.bytes(place), as: UTF8.self) else {
        return nil
      }
      self = .string(text)
    case (.bytes, .blob): self = .bytes(statement.array(place))
    case (.codable, .blob): self = .codable(statement.array(place))
    case (.record, .blob) where statement.type(start + 1) == .text:
      self = .record(type: statement.text(start + 1), statement.array(place))
    default: return nil
    }
  }
}
