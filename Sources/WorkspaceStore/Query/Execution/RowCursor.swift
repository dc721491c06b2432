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
    /// The first rows were kept and sorted.
    case top
    /// All rows were sorted.
    case sorted
  }

  private let type: StoredType
  private let query: RecordQuery
  private let connection: Connection
  private let order: SortOrder?
  private let scan: RowScan
  private var source: Source
  private var top: [SortKey] = []
  private lazy var topBytes = ByteArena()
  private lazy var sorter = RowSorter(memory: sortMemory)
  private let sortMemory: Int
  private var toSkip: Int
  private var remaining: Int
  private var place = -1
  private var lookUp: Statement?
  private let skipsDamaged: Bool

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
      let evaluator = try query.condition.map { condition throws(FlatBufferError) in
        try Evaluator(condition: condition, in: schema)
      }
      let plan = QueryPlan(query, on: type, wantsOrder: wantsOrder)
      // Terms of which an index knows nothing are compiled also where it gives the order, so that wrong ones are found.
      let order = plan.followsTerms ? nil : try SortOrder(query.order, in: schema)
      self.order = plan.isOrdered ? nil : order
      source = plan.isOrdered ? .scan : .unsorted
      scan = RowScan(
        plan, of: type, on: connection, meeting: evaluator,
        verifying: skipsDamaged ? type.schema : nil)
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
    case .top: top[place].rowID
    case .sorted: sorter.row(place).rowID
    }
  }

  /// Hands the current row's bytes to `body`.
  @inlinable
  package func withBytes<Output, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Output
  ) throws(Failure) -> Output {
    // They stay while this object does, and no row is moved to.
    try withExtendedLifetime(self) { () throws(Failure) in try unsafe body(bytes) }
  }

  /// The current row's bytes, valid until the next `next()` and while this object is there.
  @usableFromInline
  var bytes: UnsafeRawBufferPointer {
    switch source {
    case .scan, .unsorted: unsafe scan.bytes
    case .top: unsafe topBytes.bytes(place)
    case .sorted: unsafe lookUp?.bytes(0) ?? sorter.bytes(place)
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
    case .top:
      return advance(top.count)
    case .sorted:
      guard advance(sorter.count) else { return false }
      if !sorter.keepsBytes { try read(sorter.row(place).rowID) }
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
    while true {
      var seen = 0
      let step = try scan.next(visited: &seen)
      visited += seen
      switch step {
      case .row: return true
      case .end: return false
      case .damaged(let error): try note(error)
      }
    }
  }

  private func sort() throws(WorkspaceError) {
    guard let order else { return }
    // Of a limit that keeps more than there is memory for, the sorter takes over what was kept.
    var top = query.limit.map { limit in
      let (capacity, overflow) = limit.addingReportingOverflow(query.offset)
      return TopRows(capacity: overflow ? .max : capacity)
    }
    try unsafe eachKey(order) { key, bytes in
      guard top != nil else { return unsafe sorter.add(key, bytes) }
      unsafe top?.offer(key, bytes)
      guard top?.byteCount ?? 0 > sortMemory else { return }
      while let row = top?.takeAny() {
        unsafe row.bytes.withUnsafeBytes { unsafe sorter.add(row.key, $0) }
      }
      top = nil
    }
    if let top {
      for row in top.sorted() {
        self.top.append(row.key)
        unsafe row.bytes.withUnsafeBytes { unsafe topBytes.append($0) }
      }
      source = .top
    } else {
      sorter.sort()
      source = .sorted
    }
  }

  /// How many bytes of records are held in memory for the order, for tests that count work.
  package var heldBytes: Int {
    switch source {
    case .scan, .unsorted: 0
    case .top: topBytes.byteCount
    case .sorted: sorter.byteCount
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
