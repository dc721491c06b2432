import FlatBufferCoding

extension SchemaBuilder {
  /// More ways than this from the root to marked fields are refused: each would be an index to keep.
  private static let maximumPaths = 10_000

  /// Reports marked fields that the root reaches only through vectors or recursion, where nothing can be indexed.
  mutating func checkIndexes() {
    guard let root = schema.rootIndex else { return }
    var reach = IndexReach(schema: schema, limit: Self.maximumPaths)
    reach.descend(into: root)
    if reach.isBeyondLimit, let name = files[0].root?.name {
      log.error(
        "'\(name.text)' reaches its nested tables in more than \(Self.maximumPaths) ways",
        at: name.range, remedy: "nest less, or put a vector in between")
      return
    }
    for (object, obstacle) in reach.obstacles.sorted(by: { $0.key < $1.key }) {
      guard let index = byName[schema.objects[object].name] else { continue }
      let declaration = declarations[index]
      let attributes = declaration.fields.flatMap(\.attributes)
      // A record of another file has its marks for its own sake.
      if object != root, attributes.contains(where: { $0.name.text == "primary" }) { continue }
      for attribute in attributes where ["indexed", "unique"].contains(attribute.name.text) {
        let through =
          "\(obstacle.isVector ? "the vector" : "the recursive field") '\(obstacle.field)'"
        if reach.indexed.contains(object) {
          log.warning(
            "no index through \(through), which reaches '\(declaration.name.text)' too",
            at: attribute.name.range, remedy: "nothing to do: other ways from the root are indexed")
        } else {
          log.error(
            "'\(declaration.name.text)' is reached only through \(through), where nothing can be indexed",
            at: attribute.name.range,
            remedy: "remove it, or keep '\(declaration.name.text)' as records of their own")
        }
      }
    }
  }
}

/// Which tables and structs a root reaches, and how.
private struct IndexReach {
  let schema: Schema
  let limit: Int
  /// Objects that are reached through fields alone, and so can be indexed.
  var indexed: Set<Int> = []
  /// Objects that are reached through a vector or recursion: by which field.
  var obstacles: [Int: (field: String, isVector: Bool)] = [:]
  private var path: Set<Int> = []
  private var steps = 0

  init(schema: Schema, limit: Int) {
    self.schema = schema
    self.limit = limit
  }

  var isBeyondLimit: Bool { steps > limit }

  /// Goes every way from an object, without vectors and without meeting an object twice on one way.
  mutating func descend(into object: Int) {
    steps += 1
    guard steps <= limit, path.count < 1_000 else { return }
    indexed.insert(object)
    path.insert(object)
    for field in schema.objects[object].fields where !field.isDeprecated {
      let isVector = field.type.base == .vector || field.type.base == .array
      let base = isVector ? field.type.element : field.type.base
      guard base == .object || base == .union, let index = field.type.index else { continue }
      let targets =
        base == .object ? [index] : schema.enums[index].values.compactMap(\.member.index)
      for target in targets {
        if isVector {
          meet(target, field: "\(schema.objects[object].name).\(field.name)", isVector: true)
        } else if path.contains(target) {
          meet(target, field: "\(schema.objects[object].name).\(field.name)", isVector: false)
        } else {
          descend(into: target)
        }
      }
    }
    path.remove(object)
  }

  /// Notes an object behind a vector or recursion, and all that is behind it.
  private mutating func meet(_ object: Int, field: String, isVector: Bool) {
    var pending = [object]
    while let next = pending.popLast() {
      guard obstacles[next] == nil else { continue }
      obstacles[next] = (field, isVector)
      for field in schema.objects[next].fields {
        let base = field.type.element == .none ? field.type.base : field.type.element
        guard let index = field.type.index else { continue }
        if base == .object { pending.append(index) }
        if base == .union { pending += schema.enums[index].values.compactMap(\.member.index) }
      }
    }
  }
}
