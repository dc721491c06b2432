import FlatBufferCoding
import WorkspaceStore

/// Takes lines of JSON into one transaction.
struct Loader {
  /// The type of the records.
  let type: RecordType
  /// Whether objects whose key exists are replaced.
  let upserts: Bool
  /// Whether objects that the lines lack are deleted.
  let deletesOthers: Bool

  /// Takes every line.
  ///
  /// - Returns: How many records were loaded, and how many others were deleted.
  /// - Throws: `CommandError` naming the file, the line, the field and what is wrong with it.
  func load(
    _ lines: LineReader, into changes: borrowing Transaction
  ) throws -> (loaded: Int, deleted: Int) {
    var json = RecordJSONReader(RecordJSON(schema: type.schema))
    var builder = FlatBufferBuilder(capacity: 1 << 12)
    var loaded = 0
    var rowIDs: Set<Int64> = []
    try changes.register(type)
    try lines.forEach { line, number in
      do {
        builder.reset()
        try unsafe line.withUnsafeBytes { try unsafe json.build($0, into: &builder) }
        try builder.check()
        let rowID = try store(builder, in: changes)
        if deletesOthers, !rowIDs.insert(rowID).inserted {
          throw CommandError(
            code: .findings, message: "an earlier line has the same key; each may be there once")
        }
        loaded += 1
      } catch let error as FlatBufferError {
        throw CommandError(code: .findings, message: "\(lines.path):\(number): \(error)")
      } catch let error as CommandError {
        throw CommandError(code: error.code, message: "\(lines.path):\(number): \(error.message)")
      } catch var error as WorkspaceError where error.isAboutRecord {
        error.path = nil
        throw CommandError(code: .findings, message: "\(lines.path):\(number): \(error)")
      }
    }
    let deleted = deletesOthers ? try deleteRows(except: rowIDs, in: changes) : 0
    return (loaded, deleted)
  }

  private func store(
    _ builder: borrowing FlatBufferBuilder, in changes: borrowing Transaction
  ) throws(WorkspaceError) -> Int64 {
    try unsafe builder.withBytes { bytes throws(WorkspaceError) in
      guard upserts else { return try unsafe changes.insert(type, bytes) }
      return try unsafe changes.upsert(type, bytes).rowID
    }
  }

  private func deleteRows(
    except kept: Set<Int64>, in changes: borrowing Transaction
  ) throws(WorkspaceError) -> Int {
    let others = try changes.read { (access) throws(WorkspaceError) -> [Int64] in
      guard let stored = access.connection.catalog.type(for: type) else { return [] }
      return try access.connection.rowIDs(of: stored, where: { !kept.contains($0) })
    }
    for rowID in others { try changes.delete(type, rowID: rowID) }
    return others.count
  }
}

extension WorkspaceError {
  /// Whether the record is at fault, and not the store.
  var isAboutRecord: Bool {
    [.keyExists, .notUnique, .invalidKey, .invalidValue, .damagedRecord, .unknownFields].contains(
      code)
  }
}
