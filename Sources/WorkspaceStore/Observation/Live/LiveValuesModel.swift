import FlatBufferCoding
import SnapshotDiff

/// The values of an expression in a query's window, put together anew whenever the window changes: the least and the
/// greatest value, and what they add up to.
///
/// The least of all is the first value of a window of one row, so that it too costs what changed.
package struct LiveValuesModel: LiveModel {
  private var rows: LiveQueryModel<WholeSections, Int64>
  private let expression: Evaluator
  /// The values now.
  package private(set) var value = LiveValues()

  /// Makes the model of a query's window.
  ///
  /// - Throws: `schemaMismatch`.
  package init(
    _ query: RecordQuery, of expression: QueryNode, in type: RecordType
  ) throws(WorkspaceError) {
    rows = LiveQueryModel(try LiveQueryDefinition(query, of: type), WholeSections())
    self.expression = try type.evaluator(of: expression)
  }

  package static func failure(_ error: WorkspaceError, after value: LiveValues?) -> LiveValues {
    var value = value ?? LiveValues()
    value.error = error
    return value
  }

  package func fetch(from connection: Connection) throws(WorkspaceError) -> FetchedRows {
    try rows.fetch(from: connection)
  }

  package mutating func load(_ fetched: FetchedRows) -> Bool {
    _ = rows.load(fetched)
    return recompute()
  }

  package mutating func apply(_ changes: LiveChanges) -> LiveOutcome {
    switch rows.apply(changes) {
    case .refetch: .refetch
    case .unchanged: .unchanged
    case .changed: recompute() ? .changed : .unchanged
    }
  }

  /// Puts the values together; true if they tell subscribers something else.
  private mutating func recompute() -> Bool {
    let old = value
    var new = LiveValues()
    let visible = rows.definition.window
    unsafe rows.rows.forEach { position, _, payload in
      guard visible.contains(position) else { return }
      unsafe new.add(expression.value(of: payload))
    }
    value = new
    return !new.isSame(as: old)
  }
}

/// The values of a window at one commit.
package struct LiveValues: LiveValue {
  /// The least value; nil without any.
  package private(set) var minimum: QueryConstant?
  /// The greatest value; nil without any.
  package private(set) var maximum: QueryConstant?
  /// What the numbers add up to.
  package private(set) var total = QueryTotal()
  /// Why they could not be read again.
  package var error: WorkspaceError?

  /// Makes it without values.
  init() {}

  /// Makes it of a total alone.
  init(_ total: LiveTotal) {
    self.total = total.total
    error = total.error
  }

  fileprivate mutating func add(_ value: QueryConstant) {
    if value.isNull { return }
    total.add(value)
    if minimum.map({ value.comes(before: $0) }) ?? true { minimum = value }
    if maximum.map({ $0.comes(before: value) }) ?? true { maximum = value }
  }

  /// Whether two values tell subscribers the same.
  func isSame(as other: LiveValues) -> Bool {
    minimum == other.minimum && maximum == other.maximum && total.isSame(as: other.total)
      && error == other.error
  }
}
