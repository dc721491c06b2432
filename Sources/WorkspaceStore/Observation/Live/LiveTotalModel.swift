import FlatBufferCoding

/// How many rows match a query and what a value of theirs adds up to, kept up to date from the bytes of changed rows.
///
/// Nothing is kept of the rows until another workspace commits: such a commit brings no bytes from before, so from
/// then on each row's value is.
package struct LiveTotalModel: LiveModel {
  private let definition: LiveQueryDefinition
  private let expression: Evaluator?
  private var matching = 0
  private var total = QueryTotal()
  private var damaged: Set<Int64> = []
  private var keepsMembers = false
  /// The rows that match, with their values.
  private var members: [Int64: QueryConstant]?

  /// Makes the model of a query's count, and of the sum of an expression if there is one.
  ///
  /// A limit and an offset bound the count alone.
  ///
  /// - Throws: `schemaMismatch`.
  package init(
    _ query: RecordQuery, of expression: QueryNode? = nil, in type: RecordType
  ) throws(WorkspaceError) {
    definition = try LiveQueryDefinition(query, of: type)
    self.expression = try expression.map { node throws(WorkspaceError) in
      try type.evaluator(of: node)
    }
  }

  /// Members are copied as a whole.
  package var isCheapToCopy: Bool { members == nil }

  /// The count within the query's limit and offset, and the total.
  package var value: any LiveValue { liveTotal }

  private var liveTotal: LiveTotal {
    LiveTotal(
      count: definition.window.clamped(to: 0..<matching).count, total: total,
      damagedCount: damaged.count)
  }

  package func failure(_ error: WorkspaceError, after _: (any LiveValue)?) -> any LiveValue {
    let now = liveTotal
    return LiveTotal(
      count: now.count, total: now.total, damagedCount: now.damagedCount, error: error)
  }

  package func fetch(from connection: Connection) throws(WorkspaceError) -> LiveFetch {
    var fetched = FetchedTotal(keepsMembers: keepsMembers)
    let query = RecordQuery(condition: definition.query.condition)
    fetched.damaged = try unsafe connection.eachRow(of: query, in: definition.recordType) {
      rowID, payload in
      fetched.add(rowID, unsafe expression?.value(of: payload) ?? .null)
    }
    return .total(fetched)
  }

  package mutating func load(_ fetched: LiveFetch) -> Bool {
    guard case .total(let fetched) = fetched else { return false }
    let old = liveTotal
    (matching, total, members) = (fetched.count, fetched.total, fetched.members)
    damaged = Set(fetched.damaged)
    return !liveTotal.isSame(as: old)
  }

  package mutating func apply(_ changes: LiveChanges) -> LiveOutcome {
    let old = liveTotal
    let (oldMatching, oldTotal) = (matching, total)
    switch changes {
    case .rows(let changes):
      for change in changes {
        // A damaged row was not counted.
        if damaged.remove(change.rowID) == nil, let value = try? constant(change.before) {
          remove(change.rowID, value)
        }
        add(change.rowID, change.after)
      }
    case .current(let rows, _):
      guard members != nil else {
        keepsMembers = true
        return .refetch
      }
      for row in rows {
        damaged.remove(row.rowID)
        if let value = members?[row.rowID] { remove(row.rowID, value) }
        if row.isDamaged { damaged.insert(row.rowID) }
        add(row.rowID, row.bytes)
      }
    case .entries: break
    case .everything: return .refetch
    }
    guard matching >= 0, total.count >= 0 else {
      // A row went that was never counted, as an index did not have it.
      (matching, total) = (oldMatching, oldTotal)
      return .refetch
    }
    return liveTotal.isSame(as: old) ? .unchanged : .changed
  }

  private mutating func add(_ rowID: Int64, _ payload: [UInt8]?) {
    do {
      guard let value = try constant(payload) else { return }
      add(rowID, value)
    } catch {
      damaged.insert(rowID)
    }
  }

  private mutating func add(_ rowID: Int64, _ value: QueryConstant) {
    matching += 1
    total.add(value)
    members?[rowID] = value
  }

  private mutating func remove(_ rowID: Int64, _ value: QueryConstant) {
    matching -= 1
    total.subtract(value)
    members?[rowID] = nil
  }

  /// The value of a row that matches; nil for others.
  private func constant(_ payload: [UInt8]?) throws(FlatBufferError) -> QueryConstant? {
    guard let payload, try definition.matches(payload) else { return nil }
    guard let expression else { return .null }
    return unsafe payload.withUnsafeBytes { unsafe expression.value(of: $0) }
  }
}

/// A live count and total at one commit.
package final class LiveTotal: LiveValue {
  /// How many records.
  package let count: Int
  /// What their values add up to.
  package let total: QueryTotal
  /// How many were left out because their bytes are damaged.
  package let damagedCount: Int
  /// Why they could not be counted again.
  package let error: WorkspaceError?

  init(count: Int, total: QueryTotal, damagedCount: Int = 0, error: WorkspaceError? = nil) {
    self.count = count
    self.total = total
    self.damagedCount = damagedCount
    self.error = error
  }

  /// Whether two totals tell subscribers the same.
  package func isSame(as other: LiveTotal) -> Bool {
    count == other.count && total.isSame(as: other.total) && damagedCount == other.damagedCount
      && error == other.error
  }
}

/// A count and total as a fetch has found them.
package struct FetchedTotal: Sendable {
  fileprivate var count = 0
  fileprivate var total = QueryTotal()
  fileprivate var members: [Int64: QueryConstant]?
  /// The row ids of those whose bytes are damaged; they are not counted.
  fileprivate var damaged: [Int64] = []

  fileprivate init(keepsMembers: Bool) {
    members = keepsMembers ? [:] : nil
  }

  fileprivate mutating func add(_ rowID: Int64, _ value: QueryConstant) {
    count += 1
    total.add(value)
    members?[rowID] = value
  }
}

extension RecordType {
  /// Compiles an expression.
  ///
  /// - Throws: `schemaMismatch`.
  func evaluator(of node: QueryNode) throws(WorkspaceError) -> Evaluator {
    do throws(FlatBufferError) {
      return try Evaluator(value: node, in: schema)
    } catch {
      throw WorkspaceError(
        .schemaMismatch, "The expression does not fit the type: \(error.description)",
        typeName: name)
    }
  }
}

extension Evaluator {
  /// What the expression gives for a record whose bytes are sound; null for others.
  func value(of payload: UnsafeRawBufferPointer) -> QueryConstant {
    let value = try? unsafe FlatBuffer.withRoot(of: payload) {
      (root) throws(FlatBufferError) -> QueryConstant in
      try self.constant(of: root)
    }
    return value ?? .null
  }
}

extension Connection {
  /// Hands the rows of a query to `body`, in the connection's read transaction.
  ///
  /// - Returns: The row ids of those whose bytes are damaged.
  func eachRow(
    of query: RecordQuery, in recordType: RecordType,
    _ body: (Int64, UnsafeRawBufferPointer) -> Void
  ) throws(WorkspaceError) -> [Int64] {
    guard let type = try catalog.find(recordType) else { return [] }
    let cursor = try RowCursor(
      query, of: type, schema: recordType.schema, on: self, wantsOrder: !query.order.isEmpty,
      skipsDamaged: true)
    while try cursor.next() {
      unsafe cursor.withBytes { unsafe body(cursor.rowID, $0) }
    }
    return cursor.damaged.compactMap(\.rowID)
  }
}
