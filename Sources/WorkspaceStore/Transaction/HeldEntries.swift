internal import FlatBufferCoding

/// Entries that inserts add to one index, held back so that they are written in its order, many by one statement.
///
/// An index of many rows takes entries in its own order far faster than in that of the rows, and a statement for each
/// costs more than the entry. Only numbers are held, of indexes that are whole and not unique: all that can go wrong
/// with these later is what ends the transaction anyway.
final class HeldEntries {
  /// How many are held before they are written.
  static let limit = 4096
  /// How many one statement writes.
  static let rowsPerStatement = 16

  private struct Entry {
    let bits: Int64
    let rowID: Int64
  }

  let index: IndexStatements
  private var entries: [Entry] = []
  /// Whether the values are reals, whose bits stand in the entries.
  private var areReals = false

  init(_ index: IndexStatements) {
    self.index = index
  }

  var isFull: Bool { entries.count >= Self.limit }

  /// Holds an entry; false if it has to be written at once.
  func hold(_ value: PathValue, rowID: Int64) -> Bool {
    switch value {
    case .bool(let value): entries.append(Entry(bits: value ? 1 : 0, rowID: rowID))
    case .integer(let value): entries.append(Entry(bits: value, rowID: rowID))
    case .unsigned(let value):
      entries.append(Entry(bits: Int64(bitPattern: value ^ 1 << 63), rowID: rowID))
    case .real(let value) where !value.isNaN:
      areReals = true
      entries.append(Entry(bits: Int64(bitPattern: value.bitPattern), rowID: rowID))
    case .real, .null, .text: return false
    }
    return true
  }

  /// Writes what is held.
  func write() throws(WorkspaceError) {
    let sorted = entries.sorted { left, right in
      if areReals {
        let (a, b) = (Self.real(left.bits), Self.real(right.bits))
        if a != b { return a < b }
      } else if left.bits != right.bits {
        return left.bits < right.bits
      }
      return left.rowID < right.rowID
    }
    entries.removeAll(keepingCapacity: true)
    var rest = sorted[...]
    while rest.count >= Self.rowsPerStatement {
      try write(rest.prefix(Self.rowsPerStatement), by: index.manyInserts())
      rest = rest.dropFirst(Self.rowsPerStatement)
    }
    for place in rest.indices { try write(rest[place...place], by: index.presentInsert()) }
  }

  private func write(
    _ entries: ArraySlice<Entry>, by statement: Statement
  ) throws(WorkspaceError) {
    var parameter: Int32 = 1
    for entry in entries {
      if areReals {
        try statement.bind(parameter, Self.real(entry.bits))
      } else {
        try statement.bind(parameter, entry.bits)
      }
      try statement.bind(parameter + 1, entry.rowID)
      parameter += 2
    }
    try statement.run()
  }

  private static func real(_ bits: Int64) -> Double {
    Double(bitPattern: UInt64(bitPattern: bits))
  }
}

extension WriteTransaction {
  /// Adds a row to an index, soon.
  func addEntrySoon(
    _ index: IndexStatements, _ value: PathValue, rowID: Int64
  ) throws(WorkspaceError) {
    guard index.canHoldEntries else { return try addEntry(index, value, rowID: rowID) }
    let entries: HeldEntries
    if let known = held.last(where: { $0.index === index }) {
      entries = known
    } else {
      entries = HeldEntries(index)
      held.append(entries)
    }
    guard entries.hold(value, rowID: rowID) else {
      return try addEntry(index, value, rowID: rowID)
    }
    if entries.isFull { try write(entries) }
  }

  /// Writes the entries that are held, before anything else is done or read.
  func writeHeldEntries() throws(WorkspaceError) {
    let all = held
    held = []
    for entries in all { try write(entries) }
  }

  private func write(_ entries: HeldEntries) throws(WorkspaceError) {
    do throws(WorkspaceError) {
      try entries.write()
    } catch {
      throw fail(disagreement(of: entries.index, error))
    }
  }

  /// The error for an entry that could not be added: where its key exists, the index holds what the table does not.
  func disagreement(of index: IndexStatements, _ error: WorkspaceError) -> WorkspaceError {
    guard error.code == .keyExists else { return error }
    return WorkspaceError(
      .damagedStore,
      "Index \(index.index.number) does not agree with its table; check the store.",
      sqliteCode: error.sqliteCode, path: connection.path)
  }
}
