import FlatBufferCoding

/// Goes through the rows that a plan finds, in the plan's order, the condition not yet applied.
///
/// Lifetime: `bytes` point into SQLite's page and are valid until the next `next()`.
@safe
final class RowScan {
  private let connection: Connection
  private let plan: QueryPlan
  private let type: StoredType
  private var segment = 0
  private var statement: Statement?
  private var sql = ""

  init(_ plan: QueryPlan, of type: StoredType, on connection: Connection) {
    self.plan = plan
    self.type = type
    self.connection = connection
  }

  deinit {
    finish()
  }

  /// The current row's id.
  var rowID: Int64 { statement?.integer(0) ?? 0 }

  /// The current row's bytes.
  var bytes: UnsafeRawBufferPointer {
    unsafe statement?.bytes(1) ?? UnsafeRawBufferPointer(start: nil, count: 0)
  }

  /// Moves to the next row; false at the end.
  func next() throws(WorkspaceError) -> Bool {
    while true {
      if let statement, try statement.step() { return true }
      guard segment < plan.segmentCount else {
        finish()
        return false
      }
      try start(plan.segment(segment, of: type))
      segment += 1
    }
  }

  private func start(_ segment: PlanSegment) throws(WorkspaceError) {
    if let statement, segment.sql == sql {
      statement.rewind()
    } else {
      finish()
      statement = try connection.takeStatement(segment.sql)
      sql = segment.sql
    }
    guard let statement else { return }
    for (index, value) in segment.values.enumerated() {
      switch value {
      case .integer(let value): try statement.bind(Int32(index + 1), value)
      case .real(let value): try statement.bind(Int32(index + 1), value)
      case .text(let bytes): try statement.bind(Int32(index + 1), text: bytes)
      }
    }
  }

  private func finish() {
    if let statement { connection.giveBack(statement, sql) }
    statement = nil
  }
}
