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
    var walk = IndexWalk(schema: self)
    walk.start()
    return walk.found
  }

  /// Throws if the root reaches its nested tables in more ways than indexes are looked for.
  ///
  /// - Throws: `invalidSchema`.
  func checkWaysFromRoot() throws(FlatBufferError) {
    var walk = IndexWalk(schema: self)
    walk.start()
    guard walk.steps <= IndexWalk.maximumSteps else {
      throw FlatBufferError(
        code: .invalidSchema,
        message: "the root reaches its nested tables in more than \(IndexWalk.maximumSteps) ways",
        field: root?.name ?? "")
    }
  }
}

/// Goes every way from the root, but not through vectors, and not a second time through a type on one way.
private struct IndexWalk {
  /// A hostile schema has ways without end: each of its tables may double them.
  static let maximumSteps = 10_000
  /// Nothing deeper can be read: tables end at this depth, and structs within the last one at it again.
  static let maximumDepth = 2 * FlatBuffer.maximumDepth

  let schema: Schema
  var found: [IndexDefinition] = []
  var steps = 0
  private var descent: [Int] = []

  init(schema: Schema) {
    self.schema = schema
  }

  mutating func start() {
    if let root = schema.rootIndex { visit(root, path: FieldPath()) }
  }

  private mutating func visit(_ object: Int, path: FieldPath) {
    guard !descent.contains(object), descent.count < Self.maximumDepth else { return }
    steps += 1
    guard steps <= Self.maximumSteps else { return }
    descent.append(object)
    defer { descent.removeLast() }
    for field in schema.objects[object].fields where !field.isDeprecated && !field.isUnionType {
      let path = path.appending(UInt16(truncatingIfNeeded: field.id))
      let isUnique = field.attributes.contains(named: "unique")
      if isUnique || field.attributes.contains(named: "indexed"), field.type.isComparable {
        found.append(IndexDefinition(path: path, isUnique: isUnique))
      }
      guard let target = field.type.index else { continue }
      if field.type.base == .object {
        visit(target, path: path)
      } else if field.type.base == .union {
        for member in schema.enums[target].values where member.member.base == .object {
          guard let object = member.member.index else { continue }
          visit(object, path: path.appending(UInt16(truncatingIfNeeded: member.number)))
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
