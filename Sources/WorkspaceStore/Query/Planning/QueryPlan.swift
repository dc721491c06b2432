import FlatBufferCoding

/// How a query finds its rows: by one index at most, or by the key, or by going through the table.
///
/// The plan only narrows. Whoever runs it applies the whole condition to each row, sorts unless the plan says that the
/// rows come in order, and counts the limit behind that.
struct QueryPlan: Sendable {
  /// What is gone through.
  enum Access: Sendable {
    /// The table by row id.
    case rowIDs
    /// An index that is whole.
    case index(StoredIndex)
    /// The unique index of the key's columns, the first ones having these values.
    case keyColumns([IndexValue])
  }

  /// What is gone through.
  var access: Access
  /// The row ids, indexed values, or values of the next key column.
  var bounds: FieldBounds
  /// Whether it is gone through from the end.
  var isDescending = false
  /// Whether rows come in the order of the query.
  var isOrdered = false
  /// Whether it goes by fields that are all the terms of the query's order.
  var followsTerms = false
  /// How well it narrows; less is better.
  var rank = Rank.scan

  /// Kinds of narrowing, the better ones first.
  enum Rank: Int, Comparable, Sendable {
    case nothing, oneRow, equality, several, ordered, ranges, openRanges, scan, useless

    /// Whether the left one narrows better.
    static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
  }

  /// Whether it goes through values with bounds on both sides, and not through most of a table.
  var isBounded: Bool {
    switch rank {
    case .nothing, .oneRow, .equality, .several, .ranges: true
    case .ordered, .openRanges, .scan, .useless: false
    }
  }

  /// `in` with more values than this is not looked up value by value.
  static let mostLookUps = 1 << 16
}

extension FieldBounds {
  /// Whether every value but null belongs to the set.
  fileprivate var isUnbounded: Bool {
    intervals.count == 1 && intervals[0].openEnds == 2
  }

  /// How well going through these values narrows, if at all.
  fileprivate var rank: QueryPlan.Rank {
    if isEmpty { return .nothing }
    if let pointCount {
      return pointCount == 1
        ? .equality : pointCount <= QueryPlan.mostLookUps ? .several : .useless
    }
    // A complement of a few values, as `!=` gives it, leaves nearly all rows.
    if intervals.first?.lower == .start, intervals.last?.upper == .end,
      hasNull || intervals.count > 1
    {
      return .useless
    }
    return intervals.contains { $0.openEnds > 0 } ? .openRanges : .ranges
  }
}

extension QueryPlan {
  /// Plans a query on a stored type; `wantsOrder` prefers an index that gives the order even without a limit.
  init(_ query: RecordQuery, on type: StoredType, wantsOrder: Bool = false) {
    let planner = Planner(query: query, type: type, wantsOrder: wantsOrder)
    var best = planner.tableOrRowIDs()
    if let candidate = planner.keyColumns(), candidate.rank < best.rank {
      best = candidate
    }
    for index in type.indexes where index.state == .whole {
      let candidate = planner.plan(by: index)
      if candidate.rank < best.rank { best = candidate }
    }
    self = best
  }
}

/// Weighs the ways to find a query's rows.
private struct Planner {
  let query: RecordQuery
  let type: StoredType
  let wantsOrder: Bool

  private var isLimited: Bool { wantsOrder || query.limit != nil }

  /// Going through the table, narrowed if the key is the row id.
  func tableOrRowIDs() -> QueryPlan {
    guard case .rowID(let key) = type.keyLayout else {
      var plan = QueryPlan(access: .rowIDs, bounds: .all)
      if query.condition?.isAlways(false) == true {
        plan.bounds = .nothing
        plan.rank = .nothing
      }
      return ordered(plan, by: [], isUnique: false)
    }
    let path = FieldPath([UInt16(key.field.id)])
    var plan = QueryPlan(
      access: .rowIDs, bounds: FieldBounds(of: path, base: key.base, in: query.condition))
    plan.bounds.hasNull = false
    plan.rank = plan.bounds.isUnbounded ? .scan : min(plan.bounds.rank, .scan)
    if plan.rank == .equality { plan.rank = .oneRow }
    if plan.bounds.pointCount ?? 0 > QueryPlan.mostLookUps { plan.bounds = .all }
    return ordered(plan, by: [path], isUnique: true)
  }

  /// The unique index of key columns, where the first of them are narrowed or give the order.
  func keyColumns() -> QueryPlan? {
    guard !type.keyLayout.isRowID, mentionsKey else { return nil }
    let fields = type.keyFields
    var values: [IndexValue] = []
    var paths = type.keyPaths
    var bounds = FieldBounds.all
    while let field = fields.dropFirst(values.count).first, let path = paths.first {
      bounds = FieldBounds(of: path, base: field.base, in: query.condition)
      bounds.hasNull = false
      guard bounds.intervals.count == 1, let value = bounds.intervals[0].point,
        values.count < fields.count - 1
      else { break }
      values.append(value)
      paths.removeFirst()
    }
    var plan = QueryPlan(access: .keyColumns(values), bounds: bounds)
    plan.rank = bounds.isUnbounded ? .useless : bounds.rank
    if plan.rank == .equality {
      plan.rank = .oneRow
    } else if !values.isEmpty {
      plan.rank = min(plan.rank, .equality)
    }
    if plan.rank == .useless { plan.bounds = FieldBounds.null.complement }
    return ordered(plan, by: paths, isUnique: true)
  }

  /// Whether the condition or the order names a field of the key.
  private var mentionsKey: Bool {
    type.keyPaths.contains { path in
      query.condition?.mentions(path) ?? false
        || query.order.contains { $0.node == .field(path) }
    }
  }

  /// An index that is whole.
  func plan(by index: StoredIndex) -> QueryPlan {
    let bounds = FieldBounds(
      of: index.path, base: index.resolved.fieldType.base, in: query.condition)
    var plan = QueryPlan(access: .index(index), bounds: bounds)
    plan.rank = bounds.rank
    if index.isUnique, plan.rank == .equality, !bounds.hasNull { plan.rank = .oneRow }
    if plan.rank == .useless, bounds.pointCount != nil { plan.bounds = .all }
    return ordered(plan, by: [index.path], isUnique: index.isUnique && !bounds.hasNull)
  }

  /// Finds out whether a plan gives the query's order, and in which direction.
  ///
  /// The plan's rows rise by these paths and then, unless the paths together are unique, by row id.
  private func ordered(
    _ plan: QueryPlan, by paths: [FieldPath], isUnique: Bool
  ) -> QueryPlan {
    var plan = plan
    if plan.rank == .nothing || plan.rank == .oneRow {
      plan.isOrdered = true
      return plan
    }
    let rowIDsAscend = query.rowIDsAscend
    // Where one value is looked up its term orders nothing, and rows come by row id.
    let isFixed = plan.bounds.pointCount == 1
    let terms = query.order.filter { term in
      !(isFixed && paths.first.map { term.node == .field($0) } ?? false)
    }
    let direction: Bool
    if let term = terms.first, isFixed, case .rowID(let key) = type.keyLayout,
      term.node == .field(FieldPath([UInt16(key.field.id)]))
    {
      direction = term.isAscending
    } else if terms.isEmpty {
      switch plan.access {
      case .rowIDs: break
      case .index: guard isFixed else { return plan }
      case .keyColumns: return plan
      }
      direction = rowIDsAscend
    } else {
      guard !isFixed, let matched = matched(terms, paths, isUnique: isUnique) else { return plan }
      direction = matched
      plan.followsTerms = query.order.count <= paths.count
    }
    plan.isOrdered = true
    plan.isDescending = !direction
    if !query.order.isEmpty, isLimited, plan.rank > .ordered { plan.rank = .ordered }
    return plan
  }

  /// The direction in which the paths give the order of these terms.
  private func matched(
    _ terms: [RecordQuery.Term], _ paths: [FieldPath], isUnique: Bool
  ) -> Bool? {
    guard let direction = terms.first?.isAscending else { return nil }
    for (term, path) in zip(terms, paths) {
      guard term.node == .field(path), term.isAscending == direction else { return nil }
    }
    if isUnique {
      // All paths together tell rows apart: further terms and row ids order nothing.
      return terms.count >= paths.count ? direction : nil
    }
    return terms.count == paths.count && direction == query.rowIDsAscend ? direction : nil
  }
}
