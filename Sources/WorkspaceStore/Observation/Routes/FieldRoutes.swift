import FlatBufferCoding

/// The live results that want certain values of one field, or values in certain intervals.
struct FieldRoutes: Sendable {
  /// A live result.
  typealias Live = any AnyLiveResult

  private let evaluator: Evaluator
  private var byValue: [IndexValue: [Int: Live]] = [:]
  private var byNull: [Int: Live] = [:]
  private var intervals = IntervalTree<Live>()

  /// The routes by a field, none yet; nil if the schema does not have it.
  init?(_ path: FieldPath, in schema: Schema) {
    guard let evaluator = try? Evaluator(value: .field(path), in: schema) else { return nil }
    self.evaluator = evaluator
  }

  /// Whether there are no results.
  var isEmpty: Bool { byValue.isEmpty && byNull.isEmpty && intervals.isEmpty }

  /// All results, by their numbers.
  var results: [Int: Live] {
    var all = byNull
    for lives in byValue.values { all.merge(lives) { first, _ in first } }
    for (number, live) in intervals.elements { all[number] = live }
    return all
  }

  /// Adds a result that wants these values.
  mutating func add(_ live: Live, number: Int, bounds: FieldBounds) {
    if bounds.hasNull { byNull[number] = live }
    for interval in bounds.intervals {
      if let point = interval.point {
        byValue[point, default: [:]][number] = live
      } else {
        intervals.insert(interval, number: number, live)
      }
    }
  }

  /// Removes a result.
  mutating func remove(number: Int, bounds: FieldBounds) {
    byNull[number] = nil
    for interval in bounds.intervals {
      if let point = interval.point {
        byValue[point]?[number] = nil
        if byValue[point]?.isEmpty == true { byValue[point] = nil }
      } else {
        intervals.remove(interval, number: number)
      }
    }
  }

  /// Finds the results that a changed row can touch, each once.
  ///
  /// - Returns: How many entries were looked at.
  func find(_ row: RowChange, in finds: inout RouteFinds, at index: Int) -> Int {
    var looks = 0
    var last: FieldValue?
    for payload in [row.before, row.after] {
      guard let payload else { continue }
      let value = value(of: payload)
      if value == last { continue }
      last = value
      switch value {
      case .null:
        looks += byNull.count
        for (number, live) in byNull { finds.add(live, number: number, row: index) }
      case .value(let value):
        if let lives = byValue[value] {
          looks += lives.count
          for (number, live) in lives { finds.add(live, number: number, row: index) }
        }
        if !intervals.isEmpty {
          looks += intervals.forEach(holding: value) { number, live in
            finds.add(live, number: number, row: index)
          }
        }
      case .unknown:
        for (number, live) in results {
          looks += 1
          finds.add(live, number: number, row: index)
        }
      }
    }
    return looks
  }

  private enum FieldValue: Equatable {
    case null
    case value(IndexValue)
    /// The bytes are damaged.
    case unknown
  }

  private func value(of payload: [UInt8]) -> FieldValue {
    let value = try? FlatBuffer.withRoot(of: payload) { root throws(FlatBufferError) in
      try evaluator.withValue(of: root) { value in
        IndexValue(value).map(FieldValue.value) ?? .null
      }
    }
    return value ?? .unknown
  }
}

/// The results that the rows of a commit can touch, with those rows.
struct RouteFinds {
  private var places: [Int: Int] = [:]
  /// The results, each with the rows' indices, which rise.
  private(set) var found: [(live: any AnyLiveResult, rows: [Int])] = []

  /// Notes that a row can touch a result; the same row comes for all results before the next.
  mutating func add(_ live: any AnyLiveResult, number: Int, row: Int) {
    if let place = places[number] {
      if found[place].rows.last != row { found[place].rows.append(row) }
    } else {
      places[number] = found.count
      found.append((live, [row]))
    }
  }
}

extension IndexValue {
  /// A value as indexes store it; nil for null and NaN.
  init?(_ value: PathValue) {
    switch value {
    case .null: return nil
    case .bool(let value): self = .integer(value ? 1 : 0)
    case .integer(let value): self = .integer(value)
    case .unsigned(let value): self = .integer(Int64(bitPattern: value ^ 1 << 63))
    case .real(let value):
      if value.isNaN { return nil }
      self = .real(value == 0 ? 0 : value)
    case .text(let bytes): self = .text(unsafe [UInt8](bytes))
    }
  }
}
