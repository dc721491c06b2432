extension Schema {
  /// Why this schema is no legal successor of an older one, one line for each offence; none if it is.
  ///
  /// Data of either schema must be readable by the other, with the same meaning. So tables may gain fields at the end,
  /// deprecate and rename them, enums and unions may gain values, types may come and be renamed (`was`), and indexes
  /// and documentation are free; all else is an offence. The order is that of the old schema.
  ///
  /// - Complexity: O(*n* log *n*) for *n* fields and values.
  package func evolutionOffences(from old: Schema) -> [String] {
    var comparison = SchemaComparison(old: old, new: self)
    comparison.compareAll()
    return comparison.offences
  }
}

/// Compares two schemas.
struct SchemaComparison {
  let old: Schema
  let new: Schema
  var offences: [String] = []
  /// What an old type has become, as an index into the new schema; nil if it is gone.
  let objects: [Int?]
  let enums: [Int?]

  init(old: Schema, new: Schema) {
    self.old = old
    self.new = new
    objects = successors(
      of: old.objects.map(\.name), among: new.objects.map { ($0.name, $0.attributes) })
    enums = successors(
      of: old.enums.map(\.name), among: new.enums.map { ($0.name, $0.attributes) })
  }

  mutating func compareAll() {
    for (index, object) in old.objects.enumerated() {
      guard let successor = objects[index] else {
        offend(object.name, "the type was removed; name it in (was: …) if it was renamed")
        continue
      }
      compare(object, new.objects[successor])
    }
    for (index, item) in old.enums.enumerated() {
      guard let successor = enums[index] else {
        offend(item.name, "the type was removed; name it in (was: …) if it was renamed")
        continue
      }
      compare(item, new.enums[successor])
    }
    compareRoots()
  }

  private mutating func compareRoots() {
    guard let root = old.rootIndex, let successor = objects[root] else { return }
    if new.rootIndex != successor {
      offend(
        old.objects[root].name,
        "the root type is now \(new.root?.name ?? "missing")")
    }
  }

  mutating func offend(_ place: String, _ reason: String) {
    offences.append("\(place): \(reason)")
  }

  /// Whether a type is the same, renamed types included.
  func isSame(_ type: Schema.TypeReference, as newType: Schema.TypeReference) -> Bool {
    var expected = type
    if let index = type.index {
      expected.index = type.refersToObject ? objects[index] : enums[index]
    }
    return expected == newType && (type.index == nil) == (expected.index == nil)
  }

  /// A type for a message.
  func name(_ type: Schema.TypeReference, in schema: Schema) -> String {
    SchemaPrinter(schema: schema).name(of: type)
  }
}

/// For each old type the one that has its name now, or else that had it.
private func successors(
  of names: [String], among types: [(name: String, attributes: [Schema.Attribute])]
) -> [Int?] {
  var places: [String: Int] = [:]
  for (index, type) in types.enumerated() {
    for name in type.attributes.formerNames where places[name] == nil { places[name] = index }
  }
  for (index, type) in types.enumerated() { places[type.name] = index }
  return names.map { places[$0] }
}
