/// An index that a schema asks for.
package struct IndexDefinition: Sendable, Hashable {
  /// The way from the root to the field; a union's is that of its type.
  package var path: FieldPath
  /// Whether no two records may have the same value, null aside.
  package var isUnique: Bool

  /// Makes a definition.
  package init(path: FieldPath, isUnique: Bool) {
    self.path = path
    self.isUnique = isUnique
  }
}

extension Schema {
  /// The indexes that `(indexed)` and `(unique)` ask for, one for each path from the root, in order of ids.
  ///
  /// Paths lead through tables, structs and members of unions, not through vectors and not a second time through a type
  /// that is being descended already. Deprecated fields have none.
  package func indexDefinitions() -> [IndexDefinition] {
    guard let rootIndex else { return [] }
    var found: [IndexDefinition] = []
    var descent: [Int] = []
    collectIndexes(of: rootIndex, path: FieldPath(), descent: &descent, into: &found)
    return found
  }

  private func collectIndexes(
    of object: Int, path: FieldPath, descent: inout [Int], into found: inout [IndexDefinition]
  ) {
    guard !descent.contains(object) else { return }
    descent.append(object)
    defer { descent.removeLast() }
    for field in objects[object].fields where !field.isDeprecated && !field.isUnionType {
      let path = path.appending(UInt16(truncatingIfNeeded: field.id))
      let isUnique = field.attributes.contains(named: "unique")
      if isUnique || field.attributes.contains(named: "indexed"), field.type.isComparable {
        found.append(IndexDefinition(path: path, isUnique: isUnique))
      }
      guard let target = field.type.index else { continue }
      if field.type.base == .object {
        collectIndexes(of: target, path: path, descent: &descent, into: &found)
      } else if field.type.base == .union {
        for member in enums[target].values where member.member.base == .object {
          guard let object = member.member.index else { continue }
          let path = path.appending(UInt16(truncatingIfNeeded: member.number))
          collectIndexes(of: object, path: path, descent: &descent, into: &found)
        }
      }
    }
  }
}

extension Schema.TypeReference {
  /// Whether values of the type are compared and indexed: scalars, strings, and unions by their type.
  package var isComparable: Bool {
    base.isScalar || base == .string || base == .union
  }
}
