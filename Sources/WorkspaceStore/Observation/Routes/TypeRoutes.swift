import FlatBufferCoding

/// The live results that depend on one type, by what they want of it.
struct TypeRoutes: Sendable {
  /// A live result.
  typealias Live = any AnyLiveResult

  /// The names that the type has or had.
  let names: Set<String>
  private let type: RecordType
  private var wanting: [Int: Live] = [:]
  private var byField: [FieldPath: FieldRoutes] = [:]

  /// The routes to a type's results, none yet.
  init(_ type: RecordType) {
    self.type = type
    names = Set([type.name] + type.formerNames)
  }

  /// Whether a stored type is the one, whatever its programs call it.
  func lead(to stored: StoredType) -> Bool {
    stored.name == type.name || names.contains(stored.name)
      || stored.formerNames.contains { names.contains($0) }
  }

  /// Whether there are no results.
  var isEmpty: Bool { wanting.isEmpty && byField.isEmpty }

  /// All results.
  var results: [Live] {
    Array(wanting.values) + byField.values.flatMap(\.results.values)
  }

  /// Adds a result that wants every record, or those alone that meet a term.
  mutating func add(_ live: Live, number: Int, term: RouteTerm?) {
    guard let term, byField[term.path] != nil || insertRoutes(by: term.path) else {
      wanting[number] = live
      return
    }
    byField[term.path]?.add(live, number: number, bounds: term.bounds)
  }

  /// Removes a result.
  mutating func remove(number: Int, term: RouteTerm?) {
    wanting[number] = nil
    guard let term else { return }
    byField[term.path]?.remove(number: number, bounds: term.bounds)
    if byField[term.path]?.isEmpty == true { byField[term.path] = nil }
  }

  private mutating func insertRoutes(by path: FieldPath) -> Bool {
    guard let routes = FieldRoutes(path, in: type.schema) else { return false }
    byField[path] = routes
    return true
  }

  /// The results that changed rows can touch, with the rows that can.
  func results(for rows: [RowChange]) -> [(Live, LiveChanges)] {
    countedResults(for: rows).results
  }

  /// The results that changed rows can touch, and how many entries were looked at for them.
  func countedResults(
    for rows: [RowChange]
  ) -> (results: [(Live, LiveChanges)], looks: Int) {
    var results = wanting.values.map { ($0, LiveChanges.rows(rows)) }
    var looks = results.count
    for routes in byField.values {
      var finds = RouteFinds()
      for (index, row) in rows.enumerated() {
        looks += routes.find(row, in: &finds, at: index)
      }
      for (live, indices) in finds.found {
        let some = indices.count == rows.count ? rows : indices.map { rows[$0] }
        results.append((live, .rows(some)))
      }
    }
    return (results, looks)
  }
}
