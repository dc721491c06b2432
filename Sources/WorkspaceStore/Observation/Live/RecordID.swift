public import SnapshotDiff

/// The identity of a record in a live list: its row id, which the store never gives to another record.
///
/// A record whose key changes gets a new one: it is deleted and inserted. The key stands in the record itself.
public struct RecordID<R: Record>: Hashable, Sendable {
  /// The row id.
  public let rowID: Int64

  /// The identity of the record with a row id.
  public init(rowID: Int64) {
    self.rowID = rowID
  }
}

extension RecordID: IntegerListID {
  /// The row id.
  public var listKey: Int64 { rowID }

  /// The identity of the record with a row id.
  public init(listKey: Int64) {
    rowID = listKey
  }
}

extension RecordID: CustomStringConvertible {
  /// The type's name and the row id.
  public var description: String { "\(R.recordType.name)#\(rowID)" }
}
