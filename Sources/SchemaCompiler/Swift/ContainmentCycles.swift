import FlatBufferCoding

/// Which tables and unions contain themselves by value, other than through vectors.
///
/// In Swift a field that leads back to its own type needs a box, and a union's member an indirect case.
struct ContainmentCycles {
  private enum Node: Hashable { case object(Int), union(Int) }

  /// The component of each node: nodes of one component contain one another.
  private var component: [Node: Int] = [:]
  private let schema: Schema

  /// Finds the cycles of a schema.
  ///
  /// Strongly connected components by two passes (Kosaraju; Sharir, 1981), without recursion.
  ///
  /// - Complexity: O(*f*) for *f* fields and members.
  init(_ schema: Schema) {
    self.schema = schema
    let nodes =
      schema.objects.indices.map(Node.object)
      + schema.enums.indices.filter { schema.enums[$0].isUnion }.map(Node.union)
    var reversed: [Node: [Node]] = [:]
    for node in nodes {
      for target in Self.targets(of: node, in: schema) {
        reversed[target, default: []].append(node)
      }
    }
    var order: [Node] = []
    var seen: Set<Node> = []
    for start in nodes where seen.insert(start).inserted {
      var stack = [(node: start, targets: Self.targets(of: start, in: schema))]
      while var top = stack.popLast() {
        if let next = top.targets.popLast() {
          stack.append(top)
          if seen.insert(next).inserted {
            stack.append((next, Self.targets(of: next, in: schema)))
          }
        } else {
          order.append(top.node)
        }
      }
    }
    for (number, start) in order.reversed().enumerated() where component[start] == nil {
      var pending = [start]
      while let node = pending.popLast() {
        guard component[node] == nil else { continue }
        component[node] = number
        pending += reversed[node] ?? []
      }
    }
  }

  /// Whether a field of an object is a table that contains the object.
  func mustBox(_ field: Schema.Field, of object: Int) -> Bool {
    guard field.type.base == .object, let target = field.type.index else { return false }
    return component[.object(object)] == component[.object(target)]
      && !schema.objects[target].isStruct
  }

  /// Whether a member of a union contains the union.
  func mustBox(_ member: Schema.EnumValue, of union: Int) -> Bool {
    guard member.member.base == .object, let target = member.member.index else { return false }
    return component[.union(union)] == component[.object(target)]
  }

  private static func targets(of node: Node, in schema: Schema) -> [Node] {
    switch node {
    case .object(let index):
      schema.objects[index].fields.compactMap { field in
        switch field.type.base {
        case .object: field.type.index.map(Node.object)
        case .union: field.type.index.map(Node.union)
        default: nil
        }
      }
    case .union(let index):
      schema.enums[index].values.compactMap { value in
        value.member.base == .object ? value.member.index.map(Node.object) : nil
      }
    }
  }
}
