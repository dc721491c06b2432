/// How `dump` prints records.
enum DumpFormat: String, CaseIterable {
  /// A JSON value for the whole dump.
  case json
  /// A JSON object a line.
  case ndjson
  /// Columns of a table that people read.
  case table
}
