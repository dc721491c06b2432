import FlatBufferCoding

/// One stretch of what a plan goes through: null, or an interval.
struct PlanSegment {
  /// What the statement's text depends on.
  let shape: PlanShape
  /// What it binds, from the first parameter on.
  let values: [IndexValue]
  fileprivate let plan: QueryPlan
}

/// What the text of a plan's statement depends on: all but the values.
///
/// It is cheaper to compare than the text, which is made only once for each shape.
struct PlanShape: Hashable {
  /// What is gone through: -1 the table, -2 and less the key's columns, one more of them fixed each; else an index.
  let access: Int64
  /// How an end of the interval is compared.
  let lower: End
  /// The same of the other end; both are `.point` for a single value.
  let upper: End
  let isOrdered: Bool
  let isDescending: Bool
  /// Whether SQLite asks for the condition, as `ScanCondition` describes.
  let isFiltered: Bool

  /// An end of an interval.
  enum End {
    case open, including, excluding, point, null
  }

  fileprivate init(_ plan: QueryPlan, _ interval: FieldBounds.Interval?, isFiltered: Bool) {
    self.isFiltered = isFiltered
    access =
      switch plan.access {
      case .rowIDs: -1
      case .keyColumns(let fixed): -2 - Int64(fixed.count)
      case .index(let index): index.number
      }
    isOrdered = plan.isOrdered
    isDescending = plan.isDescending
    guard let interval else {
      (lower, upper) = (.null, .null)
      return
    }
    guard interval.point == nil else {
      (lower, upper) = (.point, .point)
      return
    }
    lower =
      switch interval.lower {
      case .start, .end: .open
      case .before: .including
      case .after: .excluding
      }
    upper =
      switch interval.upper {
      case .start, .end: .open
      case .before: .excluding
      case .after: .including
      }
  }
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
  func segment(_ number: Int, isFiltered: Bool = false) -> PlanSegment {
    let hasNull = bounds.hasNull && isIndex
    let place = isDescending ? segmentCount - 1 - number : number
    let isNull = hasNull && place == 0
    let interval = isNull ? nil : bounds.intervals[hasNull ? place - 1 : place]
    let shape = PlanShape(self, interval, isFiltered: isFiltered)
    var values: [IndexValue] = []
    if case .keyColumns(let fixed) = access { values = fixed }
    if let interval {
      if case .before(let value) = interval.lower { values.append(value) }
      if case .after(let value) = interval.lower { values.append(value) }
      if shape.upper != .point {
        if case .before(let value) = interval.upper { values.append(value) }
        if case .after(let value) = interval.upper { values.append(value) }
      }
    }
    return PlanSegment(shape: shape, values: values, plan: self)
  }
}

extension PlanSegment {
  /// The statement's text.
  func sql(of type: StoredType) -> String {
    var terms: [String] = []
    let order: [String]
    let source: String
    switch plan.access {
    case .rowIDs:
      source = "t.rowid, t.p FROM \(type.quotedTable) AS t"
      terms = ends("t.rowid", after: 0)
      order = ["t.rowid"]
    case .index(let index):
      source =
        "t.rowid, t.p FROM \(index.quotedTable) AS i CROSS JOIN \(type.quotedTable) AS t ON t.rowid = i.rowid"
      terms = ["i.present = \(shape.lower == .null ? 0 : 1)"] + ends("i.value", after: 0)
      // The key of a unique index has no row id; one with null has it as the value.
      order = index.isUnique ? ["i.value"] : ["i.value", "i.rowid"]
    case .keyColumns(let fixed):
      let index = StoredType.quoted("sqlite_autoindex_\(type.tableName)_1")
      source = "t.rowid, t.p FROM \(type.quotedTable) AS t INDEXED BY \(index)"
      terms = fixed.indices.map { "t.k\($0) = ?\($0 + 1)" }
      terms += ends("t.k\(fixed.count)", after: fixed.count)
      order = (fixed.count..<type.keyFields.count).map { "t.k\($0)" }
    }
    // The condition's parameter comes behind those of the interval.
    if shape.isFiltered { terms.append("\(ScanCondition.name)(?\(values.count + 1), t.p)") }
    var sql = "SELECT " + source
    if !terms.isEmpty { sql += " WHERE " + terms.joined(separator: " AND ") }
    if shape.isOrdered {
      let direction = shape.isDescending ? " DESC" : ""
      sql += " ORDER BY " + order.map { $0 + direction }.joined(separator: ", ")
    }
    return sql
  }

  /// The comparisons with the interval's ends, whose parameters follow `count` others.
  private func ends(_ column: String, after count: Int) -> [String] {
    if shape.lower == .point { return ["\(column) = ?\(count + 1)"] }
    var terms: [String] = []
    switch shape.lower {
    case .including: terms.append("\(column) >= ?\(count + 1)")
    case .excluding: terms.append("\(column) > ?\(count + 1)")
    case .open, .point, .null: break
    }
    switch shape.upper {
    case .including: terms.append("\(column) <= ?\(count + terms.count + 1)")
    case .excluding: terms.append("\(column) < ?\(count + terms.count + 1)")
    case .open, .point, .null: break
    }
    return terms
  }
}
