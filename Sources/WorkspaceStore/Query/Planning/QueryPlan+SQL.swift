import FlatBufferCoding

/// One stretch of what a plan goes through: null, or an interval.
struct PlanSegment: Sendable {
  /// The statement's text.
  let sql: String
  /// What it binds, from the first parameter on.
  let values: [IndexValue]
}

extension QueryPlan {
  /// How many stretches there are.
  var segmentCount: Int {
    bounds.intervals.count + (bounds.hasNull && isIndex ? 1 : 0)
  }

  private var isIndex: Bool {
    if case .index = access { true } else { false }
  }

  /// A stretch, by its number in the direction of the plan; null comes first ascending and last descending.
  func segment(_ number: Int, of type: StoredType) -> PlanSegment {
    let hasNull = bounds.hasNull && isIndex
    let place = isDescending ? segmentCount - 1 - number : number
    if hasNull, place == 0 { return segment(nil, of: type) }
    return segment(bounds.intervals[hasNull ? place - 1 : place], of: type)
  }

  private func segment(_ interval: FieldBounds.Interval?, of type: StoredType) -> PlanSegment {
    var values: [IndexValue] = []
    var terms: [String] = []
    var order: [String] = []
    let source: String
    switch access {
    case .rowIDs:
      source = "t.rowid, t.p FROM \(type.quotedTable) AS t"
      terms = Self.terms("t.rowid", interval, &values)
      order = ["t.rowid"]
    case .index(let index):
      source =
        "t.rowid, t.p FROM \(index.quotedTable) AS i CROSS JOIN \(type.quotedTable) AS t ON t.rowid = i.rowid"
      terms = ["i.present = \(interval == nil ? 0 : 1)"] + Self.terms("i.value", interval, &values)
      // The key of a unique index has no row id; one with null has it as the value.
      order = index.isUnique ? ["i.value"] : ["i.value", "i.rowid"]
    case .keyColumns(let fixed):
      let index = StoredType.quoted("sqlite_autoindex_\(type.tableName)_1")
      source = "t.rowid, t.p FROM \(type.quotedTable) AS t INDEXED BY \(index)"
      values = fixed
      terms = fixed.indices.map { "t.k\($0) = ?\($0 + 1)" }
      terms += Self.terms("t.k\(fixed.count)", interval, &values)
      order = (fixed.count..<type.keyLayout.fields.count).map { "t.k\($0)" }
    }
    var sql = "SELECT " + source
    if !terms.isEmpty { sql += " WHERE " + terms.joined(separator: " AND ") }
    if isOrdered {
      let direction = isDescending ? " DESC" : ""
      sql += " ORDER BY " + order.map { $0 + direction }.joined(separator: ", ")
    }
    return PlanSegment(sql: sql, values: values)
  }

  private static func terms(
    _ column: String, _ interval: FieldBounds.Interval?, _ values: inout [IndexValue]
  ) -> [String] {
    guard let interval else { return [] }
    if let point = interval.point {
      values.append(point)
      return ["\(column) = ?\(values.count)"]
    }
    var terms: [String] = []
    for (cut, before, after) in [(interval.lower, ">=", ">"), (interval.upper, "<", "<=")] {
      switch cut {
      case .start, .end: continue
      case .before(let value):
        values.append(value)
        terms.append("\(column) \(before) ?\(values.count)")
      case .after(let value):
        values.append(value)
        terms.append("\(column) \(after) ?\(values.count)")
      }
    }
    return terms
  }
}
