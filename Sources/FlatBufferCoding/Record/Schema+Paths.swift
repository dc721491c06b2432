extension Schema {
  /// Makes a path of ids ready to be followed.
  ///
  /// - Throws: `invalidSchema` if the schema has no root, if it does not have the path, or if the path does not end at a
  ///   scalar, a string or a union.
  package func resolve(_ path: FieldPath) throws(FlatBufferError) -> ResolvedPath {
    var walk = PathWalk(schema: self)
    guard var object = rootIndex, !path.steps.isEmpty else { throw noField(path) }
    var steps = path.steps[...]
    while let step = steps.popFirst() {
      guard Int(step) < objects[object].fields.count else { throw noField(path) }
      let field = objects[object].fields[Int(step)]
      if steps.isEmpty {
        guard let resolved = walk.end(at: field, in: objects[object]) else { throw noValue(path) }
        return resolved
      }
      switch field.type.base {
      case .object:
        guard let target = field.type.index else { throw noField(path) }
        walk.enter(field, objects[target], member: 0)
        object = target
      case .union:
        guard let number = steps.popFirst(), let union = field.type.index,
          let value = enums[union].values.first(where: { $0.number == Int64(number) })
        else { throw noField(path) }
        let member = UInt8(truncatingIfNeeded: number)
        if value.member.base == .string, steps.isEmpty {
          return walk.end(atString: field, member: member)
        }
        guard value.member.base == .object, let target = value.member.index else {
          throw noField(path)
        }
        guard !steps.isEmpty else { throw noValue(path) }
        walk.enter(field, objects[target], member: member)
        object = target
      default: throw noField(path)
      }
    }
    throw noField(path)
  }

  private func noField(_ path: FieldPath) -> FlatBufferError {
    FlatBufferError(
      code: .invalidSchema,
      message: "\(root?.name ?? "a schema without root") has no field \(path.steps)")
  }

  private func noValue(_ path: FieldPath) -> FlatBufferError {
    FlatBufferError(
      code: .invalidSchema, message: "a path must end at a scalar, a string or a union",
      field: name(of: path))
  }
}

/// What has been found on the way to a field.
private struct PathWalk {
  let schema: Schema
  var hops: [ResolvedPath.Hop] = []
  /// The struct that has been entered: where it stands, and how far into it the way has led.
  var structure: ResolvedPath.Leaf?

  init(schema: Schema) {
    self.schema = schema
  }

  /// Goes into the table or struct of a field.
  mutating func enter(_ field: Schema.Field, _ target: Schema.Object, member: UInt8) {
    if structure != nil {
      structure?.offset += field.offset
    } else if target.isStruct {
      structure = ResolvedPath.Leaf(
        place: member == 0 ? .structure : .unionStructure, id: field.id, member: member,
        base: .none, size: target.byteSize)
    } else {
      hops.append(ResolvedPath.Hop(id: field.id, member: member))
    }
  }

  /// Ends at a field; nil if it has no value to compare.
  func end(at field: Schema.Field, in object: Schema.Object) -> ResolvedPath? {
    guard field.type.isComparable else { return nil }
    var leaf: ResolvedPath.Leaf
    if var structure {
      structure.offset += field.offset
      structure.base = field.type.base
      leaf = structure
    } else {
      switch field.type.base {
      case .string: return end(atString: field, member: 0)
      case .union: leaf = ResolvedPath.Leaf(place: .field, id: field.id - 1, base: .unionType)
      default:
        leaf = ResolvedPath.Leaf(place: .field, id: field.id, base: field.type.base)
        leaf.defaultBits = field.defaultBits
        leaf.isOptional = field.isOptional
      }
    }
    return ResolvedPath(
      fieldType: field.type, hops: hops, leaf: leaf, isRequired: field.isRequired)
  }

  /// Ends at a string, of a field or as a member of a union.
  func end(atString field: Schema.Field, member: UInt8) -> ResolvedPath {
    ResolvedPath(
      fieldType: Schema.TypeReference(.string), hops: hops,
      leaf: ResolvedPath.Leaf(place: .string, id: field.id, member: member, base: .string),
      isRequired: field.isRequired || field.attributes.contains(named: "primary"))
  }
}
