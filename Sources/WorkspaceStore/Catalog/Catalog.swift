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
