/// A value of plain SQL: a parameter, or a column of a result.
public enum SQLValue: Hashable, Sendable {
  /// NULL.
  case null
  /// An INTEGER.
  case integer(Int64)
  /// A REAL.
  case real(Double)
  /// A TEXT.
  case text(String)
  /// A BLOB.
  case blob([UInt8])
}

extension SQLValue: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByStringLiteral, ExpressibleByNilLiteral
{
  /// An INTEGER.
  public init(integerLiteral value: Int64) { self = .integer(value) }
  /// A REAL.
  public init(floatLiteral value: Double) { self = .real(value) }
  /// A TEXT.
  public init(stringLiteral value: String) { self = .text(value) }
  /// NULL.
  public init(nilLiteral: ()) { self = .null }
}

/// The rows that a statement of plain SQL gave.
public struct SQLRows: Hashable, Sendable {
  /// The names of the columns.
  public let columns: [String]
  /// The rows, each with a value per column.
  public let rows: [[SQLValue]]
}
