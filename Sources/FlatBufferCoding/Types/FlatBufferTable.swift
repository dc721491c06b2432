/// A Swift type that is a FlatBuffers table; generated code conforms to it.
public protocol FlatBufferTable: Sendable {
  /// Reads every field of a table.
  ///
  /// - Throws: What the reader throws for damaged bytes; `missingField` for a required field that is absent.
  init(reading table: TableReader) throws(FlatBufferError)

  /// Writes the table, what it refers to first.
  ///
  /// - Returns: Where the table stands, to be added to another one or to be finished.
  func write(to builder: inout FlatBufferBuilder) -> FlatBufferOffset
}
