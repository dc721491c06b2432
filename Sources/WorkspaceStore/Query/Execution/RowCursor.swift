package import FlatBufferCoding

/// Goes through the rows of a query's result, in its order, as row ids and encoded bytes.
///
/// Rows of a plan in order stream: memory does not depend on their number. Others are sorted when the first one is
/// asked for.
///
/// Lifetime: `bytes` point into SQLite's page, or into memory of this object, and are valid until the next `next()`.
@safe @usableFromInline
package final class RowCursor {
  private enum Source {
    /// Rows come in order.
    case scan
    /// Rows have to be sorted, which has not begun.
    case unsorted
    case top([TopRows.Row])
    case sorted(RowSorter)
  }

  private let type: StoredType
  private let query: RecordQuery
  private let connection: Connection
  private let evaluator: Evaluator?
  private let order: SortOrder?
  private let scan: RowScan
  private var source: Source
  private var toSkip: Int
  private var remaining: Int
  private var place = -1
  private var lookUp: Statement?
  private let skipsDamaged: Bool
  private let sortMemory: Int

  /// The rows that were passed over because they are damaged, where that is asked for.
  package private(set) var damaged: [WorkspaceError] = []
  /// How many rows were looked at, for tests that count work.
  package private(set) var visited = 0

  /// Plans a query; `schema` is the program's, or the recorded one.
  ///
  /// - Throws: `schemaMismatch` if the query does not fit the schema.
  package init(
    _ query: RecordQuery, of type: StoredType, schema: Schema, on connection: Connection,
    wantsOrder: Bool = false, skipsDamaged: Bool = false, sortMemory: Int = 64 << 20
  ) throws(WorkspaceError) {
    do throws(FlatBufferError) {
      evaluator = try query.condition.map { condition throws(FlatBufferError) in
        try Evaluator(condition: condition, in: schema)
      }
      let plan = QueryPlan(query, on: type, wantsOrder: wantsOrder)
      // The terms are compiled also where an index gives the order, so that wrong ones are found.
      let order = try SortOrder(query.order, in: schema)
      self.order = plan.isOrdered ? nil : order
      source = plan.isOrdered ? .scan : .unsorted
      scan = RowScan(plan, of: type, on: connection)
    } catch {
      throw WorkspaceError(
        .schemaMismatch, "The query does not fit the type: \(error.message)", path: connection.path,
        typeName: type.name, field: error.field.isEmpty ? nil : error.field)
    }
    self.type = type
    self.query = query
    self.connection = connection
    self.skipsDamaged = skipsDamaged
    self.sortMemory = sortMemory
    toSkip = query.offset
    remaining = query.limit ?? .max
  }

  deinit {
    if let lookUp { connection.giveBack(lookUp, lookUpSQL) }
  }

  /// The name of the type.
  var typeName: String { type.name }

  /// The file of the store.
  var path: String? { connection.path }

  /// The current row's id.
  package var rowID: Int64 {
    switch source {
    case .scan, .unsorted: scan.rowID
    case .top(let rows): rows[place].key.rowID
    case .sorted(let sorter): sorter.rows[sorter.entries[place].row].rowID
    }
  }

  /// Hands the current row's bytes to `body`.
  @usableFromInline
  package func withBytes<Output, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Output
  ) throws(Failure) -> Output {
    switch source {
    case .scan, .unsorted:
      return try unsafe body(scan.bytes)
    case .top(let rows):
      return try unsafe rows[place].bytes.withUnsafeBufferPointer { bytes throws(Failure) in
        try unsafe body(UnsafeRawBufferPointer(bytes))
      }
    case .sorted(let sorter):
      if let lookUp { return try unsafe body(lookUp.bytes(0)) }
      let row = sorter.rows[sorter.entries[place].row]
      return try unsafe sorter.arena.withUnsafeBufferPointer { arena throws(Failure) in
        try unsafe body(
          UnsafeRawBufferPointer(
            UnsafeBufferPointer(rebasing: arena[row.start..<row.start + row.count])))
      }
    }
  }

  /// Moves to the next row; false at the end.
  ///
  /// - Throws: `damagedRecord`, naming the row, unless such rows are passed over; what SQLite reports.
  @usableFromInline
  package func next() throws(WorkspaceError) -> Bool {
    guard remaining > 0 else { return false }
    if case .unsorted = source { try sort() }
    switch source {
    case .scan, .unsorted:
      while try nextMatch() {
        if toSkip > 0 {
          toSkip -= 1
          continue
        }
        remaining -= 1
        return true
      }
      remaining = 0
      return false
    case .top(let rows):
      return advance(rows.count)
    case .sorted(let sorter):
      guard advance(sorter.entries.count) else { return false }
      if !sorter.keepsBytes { try read(sorter.rows[sorter.entries[place].row].rowID) }
      return true
    }
  }

  private func advance(_ count: Int) -> Bool {
    place += 1 + min(toSkip, count)
    toSkip = 0
    remaining -= 1
    if place < count { return true }
    remaining = 0
    return false
  }

  /// Moves the scan to the next row that meets the condition.
  private func nextMatch() throws(WorkspaceError) -> Bool {
    while try scan.next() {
      visited += 1
      do throws(FlatBufferError) {
        if skipsDamaged { try unsafe type.schema.verify(scan.bytes) }
        guard let evaluator else { return true }
        if try unsafe evaluator.matches(scan.bytes) { return true }
      } catch {
        try note(error)
      }
    }
    return false
  }

  private func sort() throws(WorkspaceError) {
    guard let order else { return }
    if let limit = query.limit {
      let (capacity, overflow) = limit.addingReportingOverflow(query.offset)
      var top = TopRows(capacity: overflow ? .max : capacity)
      try unsafe eachKey(order) { key, bytes in unsafe top.offer(key, bytes) }
      source = .top(top.sorted())
    } else {
      let sorter = RowSorter(memory: sortMemory)
      try unsafe eachKey(order) { key, bytes in unsafe sorter.add(key, bytes) }
      sorter.sort()
      source = .sorted(sorter)
    }
  }

  private func eachKey(
    _ order: SortOrder, _ body: (SortKey, UnsafeRawBufferPointer) -> Void
  ) throws(WorkspaceError) {
    while try nextMatch() {
      do throws(FlatBufferError) {
        let bytes = unsafe scan.bytes
        try unsafe body(order.key(of: bytes, rowID: scan.rowID), bytes)
      } catch {
        try note(error)
      }
    }
  }

  private func note(_ error: FlatBufferError) throws(WorkspaceError) {
    let error = WorkspaceError(damaged: error, typeName: type.name, rowID: scan.rowID).at(
      path: connection.path)
    guard skipsDamaged else { throw error }
    damaged.append(error)
  }

  private var lookUpSQL: String { "SELECT p FROM \(type.quotedTable) WHERE rowid = ?" }

  private func read(_ rowID: Int64) throws(WorkspaceError) {
    if lookUp == nil { lookUp = try connection.takeStatement(lookUpSQL) }
    guard let statement = lookUp else { return }
    statement.rewind()
    try statement.bind(1, rowID)
    guard try statement.step() else {
      throw WorkspaceError(
        .notFound, "The row was deleted while its query was read.", path: connection.path,
        typeName: type.name, rowID: rowID)
    }
  }
}
