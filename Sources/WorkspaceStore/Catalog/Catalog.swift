/// The types of a store and their indexes, as of one generation.
package final class Catalog: Sendable {
  /// The generation, as `__commit` records it; 0 in a new store.
  package let generation: Int64
  /// The types in order of number.
  package let types: [StoredType]
  /// What is wrong with types whose recorded schema or indexes can't be read, by name; they are not among `types`.
  package let damaged: [String: WorkspaceError]
  /// What shows that the catalog has lost rows.
  let gaps: CatalogGaps
  /// Whether there is an index that is not whole yet.
  let isBuilding: Bool
  private let byNumber: [Int64: StoredType]
  private let byName: [String: StoredType]
  /// The numbers of types by the names that they have or had, in lower case.
  private let claims: [String: Int64]

  /// The catalog of a new store.
  package static let empty = Catalog(generation: 0, types: [])

  init(
    generation: Int64, types: [StoredType], damaged: [String: WorkspaceError] = [:],
    gaps: CatalogGaps = .none
  ) {
    self.damaged = damaged
    self.gaps = gaps
    self.generation = generation
    self.types = types
    isBuilding = types.contains { $0.indexes.contains { $0.state == .building } }
    byNumber = Dictionary(types.map { ($0.number, $0) }) { first, _ in first }
    var names: [String: StoredType] = [:]
    for type in types {
      for name in type.formerNames where names[name] == nil { names[name] = type }
    }
    // A name in use goes before a former one.
    for type in types { names[type.name] = type }
    byName = names
    var claims: [String: Int64] = [:]
    for type in types {
      for name in [type.name] + type.formerNames { claims[name.lowercased()] = type.number }
    }
    self.claims = claims
  }

  /// The catalog of the next generation, with one more type, which has the highest number and never had another name.
  private init(_ before: Catalog, adding type: StoredType) {
    generation = before.generation + 1
    types = before.types + [type]
    damaged = before.damaged
    gaps = before.gaps
    isBuilding = before.isBuilding
    var (numbers, names, claims) = (before.byNumber, before.byName, before.claims)
    numbers[type.number] = type
    names[type.name] = type
    claims[type.name.lowercased()] = type.number
    (byNumber, byName, self.claims) = (numbers, names, claims)
  }

  /// The catalog of the next generation, with a type that was recorded as the last one, whose indexes are whole.
  ///
  /// What it knows of the others it need not read again: so each of many new types takes as many steps as the first.
  func adding(_ type: StoredType) -> Catalog { Catalog(self, adding: type) }

  /// The type that has or had a name, or one that differs from it only in case.
  func claimant(of name: String) -> StoredType? {
    claims[name.lowercased()].flatMap { byNumber[$0] }
  }

  /// Whether there is an index to be built, or one of `before` whose table is of no use any more.
  func needsIndexWork(after before: Catalog) -> Bool {
    if isBuilding { return true }
    guard self !== before else { return false }
    let numbers = Set(types.flatMap(\.indexes).map(\.number))
    return before.types.contains { $0.indexes.contains { !numbers.contains($0.number) } }
  }

  /// The type with a number.
  package func type(number: Int64) -> StoredType? { byNumber[number] }

  /// The type with a qualified name, or which once had it.
  package func type(named name: String) -> StoredType? { byName[name] }

  /// The type that a program's type is stored as; nil if it is not stored yet.
  ///
  /// - Throws: `damagedStore` if what the catalog records of it can't be read, or may be lost.
  package func find(_ recordType: RecordType) throws(WorkspaceError) -> StoredType? {
    if let type = type(for: recordType) { return type }
    for name in [recordType.name] + recordType.formerNames {
      if let error = damaged[name] { throw error }
    }
    try requireKnown(recordType.name)
    return nil
  }

  /// Throws where a type that the catalog does not know may be one that it has lost.
  package func requireKnown(_ name: String) throws(WorkspaceError) {
    if let error = gaps.error(typeName: name) { throw error }
  }

  /// The type that a program's type is stored as; nil if it is not stored yet, or damaged.
  package func type(for recordType: RecordType) -> StoredType? {
    if let type = byName[recordType.name] { return type }
    for name in recordType.formerNames {
      if let type = byName[name] { return type }
    }
    return nil
  }
}
