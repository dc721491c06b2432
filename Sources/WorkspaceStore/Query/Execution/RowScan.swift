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
  private var shape: PlanShape?

  private let condition: ScanCondition?
  private let evaluator: Evaluator?
  private let schema: Schema?

  /// Goes through a plan's rows; a `schema` has each of them verified whole.
  init(
    _ plan: QueryPlan, of type: StoredType, on connection: Connection,
    meeting evaluator: Evaluator?,
    verifying schema: Schema?
  ) {
    self.plan = plan
    self.type = type
    self.connection = connection
    self.evaluator = evaluator
    self.schema = schema
    // Rows that bounds leave meet the condition mostly: SQLite would only copy them twice.
    condition = schema == nil && !plan.isBounded ? evaluator.map { ScanCondition($0) } : nil
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

  /// What `next` came upon.
  enum Step {
    case row
    case end
    case damaged(FlatBufferError)
  }

  /// Moves to the next row that meets the condition; counts those that are looked at.
  func next(visited: inout Int) throws(WorkspaceError) -> Step {
    while true {
      if let statement {
        while try statement.step() {
          if let condition {
            visited += condition.takeCount()
            if !condition.takeDamage() { return .row }
          } else {
            visited += 1
          }
          if let step = unsafe check(statement.bytes(1)) { return step }
        }
        visited += condition?.takeCount() ?? 0
      }
      guard segment < plan.segmentCount else {
        finish()
        return .end
      }
      try start(plan.segment(segment, isFiltered: condition != nil))
      segment += 1
    }
  }

  /// What a row is that SQLite has not asked for; nil if it does not meet the condition.
  private func check(_ bytes: UnsafeRawBufferPointer) -> Step? {
    do throws(FlatBufferError) {
      if let schema { try unsafe schema.verify(bytes) }
      guard let evaluator else { return .row }
      return try unsafe evaluator.matches(bytes) ? .row : nil
    } catch {
      return .damaged(error)
    }
  }

  private func start(_ segment: PlanSegment) throws(WorkspaceError) {
    if let statement, segment.shape == shape {
      statement.rewind()
    } else {
      finish()
      statement = try connection.takeStatement(segment, of: type)
      shape = segment.shape
    }
    guard let statement else { return }
    for (index, value) in segment.values.enumerated() {
      switch value {
      case .integer(let value): try statement.bind(Int32(index + 1), value)
      case .real(let value): try statement.bind(Int32(index + 1), value)
      case .text(let bytes): try statement.bind(Int32(index + 1), text: bytes)
      }
    }
    if let condition { try condition.bind(to: statement, Int32(segment.values.count + 1)) }
  }

  private func finish() {
    // Given back, it is reset, and bound to the condition no more.
    if let statement, let shape { connection.giveBack(statement, shape, of: type) }
    statement = nil
  }
}
