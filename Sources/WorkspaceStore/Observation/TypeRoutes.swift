import FlatBufferCoding

/// The live results that depend on one type, by what they want of it.
struct TypeRoutes: Sendable {
  /// A live result.
  typealias Live = any AnyLiveResult

  /// The names that the type has or had.
  let names: Set<String>
  private let type: RecordType
  private var wanting: [Int: Live] = [:]
  private var byField: [FieldPath: ValueRoutes] = [:]

  /// The routes to a type's results, none yet.
  init(_ type: RecordType) {
    self.type = type
    names = Set([type.name] + type.formerNames)
  }

  /// Whether there are no results.
  var isEmpty: Bool { wanting.isEmpty && byField.isEmpty }

  /// All results.
  var results: [Live] {
    Array(wanting.values) + byField.values.flatMap(\.results)
  }

  /// Adds a result that wants every record, or those alone that meet a term.
  mutating func add(_ live: Live, number: Int, term: EqualityTerm?) {
    guard let term, byField[term.path] != nil || insertRoutes(by: term.path) else {
      wanting[number] = live
      return
    }
    byField[term.path]?.add(live, number: number, values: term.values)
  }

  /// Removes a result.
  mutating func remove(number: Int, term: EqualityTerm?) {
    wanting[number] = nil
    guard let term else { return }
    byField[term.path]?.remove(number: number, values: term.values)
    if byField[term.path]?.isEmpty == true { byField[term.path] = nil }
  }

  private mutating func insertRoutes(by path: FieldPath) -> Bool {
    guard let evaluator = try? Evaluator(value: .field(path), in: type.schema) else { return false }
    byField[path] = ValueRoutes(evaluator: evaluator)
    return true
  }

  /// The results that changed rows can touch, with the rows that can.
  func results(for rows: [RowChange]) -> [(Live, LiveChanges)] {
    var found = wanting.values.map { ($0, LiveChanges.rows(rows)) }
    for routes in byField.values {
      for (live, indices) in routes.results(for: rows) {
        let some = indices.count == rows.count ? rows : indices.map { rows[$0] }
        found.append((live, .rows(some)))
      }
    }
    return found
  }
}

/// The live results that want certain values of one field.
private struct ValueRoutes: Sendable {
  let evaluator: Evaluator
  private var byValue: [QueryConstant: [Int: any AnyLiveResult]] = [:]

  init(evaluator: Evaluator) {
    self.evaluator = evaluator
  }

  var isEmpty: Bool { byValue.isEmpty }

  var results: [any AnyLiveResult] { byValue.values.flatMap(\.values) }

  mutating func add(_ live: any AnyLiveResult, number: Int, values: Set<QueryConstant>) {
    for value in values { byValue[value, default: [:]][number] = live }
  }

  mutating func remove(number: Int, values: Set<QueryConstant>) {
    for value in values {
      byValue[value]?[number] = nil
      if byValue[value]?.isEmpty == true { byValue[value] = nil }
    }
  }

  /// The results that rows can touch, and the rows' indices.
  func results(for rows: [RowChange]) -> [(any AnyLiveResult, [Int])] {
    var found: [Int: (live: any AnyLiveResult, rows: [Int])] = [:]
    func add(_ lives: [Int: any AnyLiveResult], _ row: Int) {
      for (number, live) in lives where found[number]?.rows.last != row {
        found[number, default: (live, [])].rows.append(row)
      }
    }
    for (index, row) in rows.enumerated() {
      for payload in [row.before, row.after] {
        guard let payload else { continue }
        if let value = value(of: payload) {
          if let lives = byValue[value] { add(lives, index) }
        } else {
          for lives in byValue.values { add(lives, index) }
        }
      }
    }
    return Array(found.values)
  }

  /// The field's value in a record, normal; nil where it can't be told.
  private func value(of payload: [UInt8]) -> QueryConstant? {
    let value = try? FlatBuffer.withRoot(of: payload) { root throws(FlatBufferError) in
      try evaluator.constant(of: root)
    }
    return value?.normal
  }
}
