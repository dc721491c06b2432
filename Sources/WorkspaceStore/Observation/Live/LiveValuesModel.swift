import FlatBufferCoding
import SnapshotDiff

/// The values of an expression in a query's window, put together anew whenever the window changes: the least and the
/// greatest value, and what they add up to.
///
/// The least of all is the first value of a window of one row, so that it too costs what changed.
package struct LiveValuesModel: LiveModel {
  private var rows: LiveQueryModel
  private let expression: Evaluator
  /// The values now.
  package var value: any LiveValue { values }
  private var values = LiveValues()

  /// Makes the model of a query's window.
  ///
  /// - Throws: `schemaMismatch`.
  package init(
    _ query: RecordQuery, of expression: QueryNode, in type: RecordType
  ) throws(WorkspaceError) {
    rows = LiveQueryModel(try LiveQueryDefinition(query, of: type))
    self.expression = try type.evaluator(of: expression)
  }

  package func failure(_ error: WorkspaceError, after _: (any LiveValue)?) -> any LiveValue {
    values.failing(error)
  }

  package func fetch(from connection: Connection) throws(WorkspaceError) -> LiveFetch {
    try rows.fetch(from: connection)
  }

  package mutating func load(_ fetched: LiveFetch) -> Bool {
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
    let old = values
    var all = ValueSpan()
    let visible = rows.definition.window
    unsafe rows.rows.forEach { position, _, payload in
      guard visible.contains(position) else { return }
      unsafe all.add(expression.value(of: payload))
    }
    values = LiveValues(all, damagedCount: rows.damaged.count)
    return !values.isSame(as: old)
  }
}

/// The least and the greatest of some values, and what they add up to.
package struct ValueSpan: Sendable {
  /// The least value; nil without any.
  private(set) var minimum: QueryConstant?
  /// The greatest value; nil without any.
  private(set) var maximum: QueryConstant?
  /// What the numbers add up to.
  var total = QueryTotal()

  mutating func add(_ value: QueryConstant) {
    if value.isNull { return }
    total.add(value)
    if minimum.map({ value.comes(before: $0) }) ?? true { minimum = value }
    if maximum.map({ $0.comes(before: value) }) ?? true { maximum = value }
  }
}

/// The values of a window at one commit.
package final class LiveValues: LiveValue {
  /// What they come to.
  let span: ValueSpan
  /// How many records were left out because their bytes are damaged.
  let damagedCount: Int
  /// Why they could not be read again.
  let error: WorkspaceError?

  init(_ span: ValueSpan = ValueSpan(), damagedCount: Int = 0, error: WorkspaceError? = nil) {
    self.span = span
    self.damagedCount = damagedCount
    self.error = error
  }

  /// The bytes of texts; numbers take next to nothing.
  package var byteCount: Int {
    [span.minimum, span.maximum].reduce(0) { count, value in
      if case .text(let text)? = value { count + text.utf8.count } else { count }
    }
  }

  /// Makes it of a total alone.
  convenience init(_ total: LiveTotal) {
    var span = ValueSpan()
    span.total = total.total
    self.init(span, damagedCount: total.damagedCount, error: total.error)
  }

  /// The same values, which could not be read again.
  func failing(_ error: WorkspaceError) -> LiveValues {
    LiveValues(span, damagedCount: damagedCount, error: error)
  }

  /// Whether two values tell subscribers the same.
  func isSame(as other: LiveValues) -> Bool {
    span.minimum == other.span.minimum && span.maximum == other.span.maximum
      && span.total.isSame(as: other.span.total) && damagedCount == other.damagedCount
      && error == other.error
  }
}
