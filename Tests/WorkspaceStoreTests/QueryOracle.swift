import FlatBufferCoding
import TestSupport

@testable import WorkspaceStore

/// A value of a record as plain Swift compares it.
enum PlainValue: Equatable {
  case null
  case bool(Bool)
  case integer(Int128)
  case real(Double)
  case text([UInt8])

  init(_ value: (some BinaryInteger)?) { self = value.map { .integer(Int128($0)) } ?? .null }
  init(_ value: Double?) { self = value.map { $0.isNaN ? .null : .real($0) } ?? .null }
  init(_ value: String?) { self = value.map { .text([UInt8]($0.utf8)) } ?? .null }

  init(_ constant: QueryConstant) {
    switch constant {
    case .null: self = .null
    case .bool(let value): self = .bool(value)
    case .integer(let value): self = .integer(Int128(value))
    case .unsigned(let value): self = .integer(Int128(value))
    case .real(let value): self = value.isNaN ? .null : .real(value)
    case .text(let value): self = .text([UInt8](value.utf8))
    }
  }

  /// Whether this comes before the other; nil with null.
  func precedes(_ other: PlainValue) -> Bool? {
    switch (self, other) {
    case (.bool(let a), .bool(let b)): !a && b
    case (.integer(let a), .integer(let b)): a < b
    case (.real(let a), .real(let b)): a < b
    case (.text(let a), .text(let b)): a.lexicographicallyPrecedes(b)
    default: nil
    }
  }
}

/// A field of the probe: its path, and the same value from the decoded record.
struct ProbeField: Sendable {
  enum Kind: Sendable { case bool, integer, unsigned, real, single, text }

  let path: FieldPath
  let kind: Kind
  let value: @Sendable (Queries.Probe) -> PlainValue

  static let all: [ProbeField] = [
    ProbeField(0, .unsigned) { PlainValue($0.id) },
    ProbeField(1, .bool) { .bool($0.flag) },
    ProbeField(2, .bool) { .bool($0.plainFlag) },
    ProbeField(3, .integer) { PlainValue($0.small) },
    ProbeField(4, .integer) { PlainValue($0.count) },
    ProbeField(5, .integer) { PlainValue($0.plainCount) },
    ProbeField(6, .unsigned) { PlainValue($0.big) },
    ProbeField(7, .unsigned) { PlainValue($0.plainBig) },
    ProbeField(8, .text) { PlainValue($0.text) },
    ProbeField(9, .text) { PlainValue($0.plainText) },
    ProbeField(10, .real) { PlainValue($0.real) },
    ProbeField(11, .real) { PlainValue($0.plainReal) },
    ProbeField(12, .single) { PlainValue(Double($0.single)) },
    ProbeField(13, .integer) { PlainValue($0.mood.rawValue) },
    ProbeField(14, .integer) { PlainValue($0.wide) },
    ProbeField(15, .integer) { PlainValue($0.only) },
    ProbeField([16, 0], .integer) { PlainValue($0.part?.size) },
    ProbeField([16, 1], .text) { PlainValue($0.part?.label) },
  ]

  private init(
    _ id: UInt16, _ kind: Kind, _ value: @escaping @Sendable (Queries.Probe) -> PlainValue
  ) {
    self.init([id], kind, value)
  }

  private init(
    _ steps: [UInt16], _ kind: Kind, _ value: @escaping @Sendable (Queries.Probe) -> PlainValue
  ) {
    path = FieldPath(steps)
    self.kind = kind
    self.value = value
  }
}

/// Random records and queries, with what plain Swift says about them.
struct QueryOracle {
  var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  static let texts = [
    "", "a", "a\0b", "a\0c", "ab", "b", "\u{e9}", "e\u{301}", "z", "\u{10ffff}",
    "longer than sixteen bytes",
    "longer than sixteen bytes!", "\0", "\u{7f}",
  ]
  static let integers: [Int64] = [.min, -1_000_000, -5, -1, 0, 1, 3, 7, 1_000_000, .max]
  static let unsigned: [UInt64] = [0, 1, 7, 1 << 63 - 1, 1 << 63, 1 << 63 + 1, .max]
  static let reals: [Double] = [
    -.infinity, -1e300, -1, -0.0, 0, .leastNonzeroMagnitude, 0.1, 0.5, 1, 1e300, .infinity, .nan,
  ]

  mutating func pick<C: Collection>(_ values: C) -> C.Element {
    values[
      values.index(values.startIndex, offsetBy: Int.random(in: 0..<values.count, using: &random))]
  }

  mutating func maybe<T>(_ value: T) -> T? {
    Int.random(in: 0..<4, using: &random) == 0 ? nil : value
  }

  mutating func record(id: UInt64, serial: Int64) -> Queries.Probe {
    let count = maybe(Int32(truncatingIfNeeded: pick(Self.integers)))
    let big = maybe(pick(Self.unsigned))
    let text = maybe(pick(Self.texts))
    let real = maybe(pick(Self.reals))
    let flag = Bool.random(using: &random)
    return Queries.Probe(
      id: id, flag: flag, plainFlag: flag, small: Int8.random(in: -3...3, using: &random),
      count: count,
      plainCount: count, big: big, plainBig: big, text: text, plainText: text, real: real,
      plainReal: real, single: Float(pick(Self.reals)),
      mood: Queries.Mood(knownOrUnknown: Int16(pick([-5, 0, 7, 9]))), wide: pick(Self.integers),
      only: maybe(serial),
      part: maybe(
        Queries.Part(size: Int32.random(in: 0...4, using: &random), label: maybe(pick(Self.texts))))
    )
  }

  mutating func constant(_ kind: ProbeField.Kind) -> QueryConstant {
    if Int.random(in: 0..<8, using: &random) == 0 { return .null }
    switch kind {
    case .bool: return .bool(Bool.random(using: &random))
    case .integer: return .integer(pick(Self.integers))
    case .unsigned: return .unsigned(pick(Self.unsigned))
    case .real: return .real(pick(Self.reals))
    case .single: return .real(Double(Float(pick(Self.reals))))
    case .text: return .text(pick(Self.texts))
    }
  }

  typealias Condition = (node: QueryNode, holds: (Queries.Probe) -> Bool)

  mutating func condition(depth: Int) -> Condition {
    if depth > 0, Int.random(in: 0..<3, using: &random) > 0 {
      let left = condition(depth: depth - 1)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: return (.not(left.node), { !left.holds($0) })
      case 1:
        let right = condition(depth: depth - 1)
        return (.and(left.node, right.node), { left.holds($0) && right.holds($0) })
      default:
        let right = condition(depth: depth - 1)
        return (.or(left.node, right.node), { left.holds($0) || right.holds($0) })
      }
    }
    return leaf()
  }

  private mutating func leaf() -> Condition {
    let field = pick(ProbeField.all)
    let node = QueryNode.field(field.path)
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return (.isNull(node), { field.value($0) == .null })
    case 1:
      let constants = (0..<Int.random(in: 0..<5, using: &random)).map { _ in constant(field.kind) }
      let values = constants.map { PlainValue($0) }
      return (.in(node, constants), { values.contains(field.value($0)) })
    case 2 where field.kind == .text:
      let prefix = [UInt8](pick(Self.texts).utf8)
      let text = String(decoding: prefix, as: UTF8.self)
      return (
        .hasPrefix(node, text),
        { if case .text(let bytes) = field.value($0) { bytes.starts(with: prefix) } else { false } }
      )
    case 3 where field.kind == .text:
      let part = [UInt8](pick(Self.texts).utf8)
      return (
        .contains(node, String(decoding: part, as: UTF8.self)),
        {
          guard case .text(let bytes) = field.value($0) else { return false }
          return bytes.count >= part.count
            && (0...(bytes.count - part.count)).contains { bytes[$0...].starts(with: part) }
        }
      )
    case 4 where field.kind == .bool: return (node, { field.value($0) == .bool(true) })
    case 5 where field.kind == .bool || field.kind == .text:
      let other = pick(ProbeField.all.filter { $0.kind == field.kind })
      return comparison(node, field.value, .field(other.path), other.value)
    default:
      let constant = constant(field.kind)
      let value = PlainValue(constant)
      return Bool.random(using: &random)
        ? comparison(node, field.value, .constant(constant), { _ in value })
        : comparison(.constant(constant), { _ in value }, node, field.value)
    }
  }

  private mutating func comparison(
    _ a: QueryNode, _ left: @escaping (Queries.Probe) -> PlainValue, _ b: QueryNode,
    _ right: @escaping (Queries.Probe) -> PlainValue
  ) -> Condition {
    let comparison = pick(QueryNode.Comparison.allCases)
    let node = QueryNode.compare(comparison, a, b)
    switch comparison {
    case .equal: return (node, { left($0) == right($0) })
    case .notEqual: return (node, { left($0) != right($0) })
    case .less: return (node, { left($0).precedes(right($0)) ?? false })
    case .greater: return (node, { right($0).precedes(left($0)) ?? false })
    case .lessOrEqual: return (node, { right($0).precedes(left($0)).map { !$0 } ?? false })
    case .greaterOrEqual: return (node, { left($0).precedes(right($0)).map { !$0 } ?? false })
    }
  }

  /// A random query, and the keys that it must give, in order.
  mutating func query(_ records: [Queries.Probe]) -> (query: RecordQuery, keys: [UInt64]) {
    let condition = condition(depth: 3)
    let hasCondition = Int.random(in: 0..<6, using: &random) > 0
    var terms: [(field: ProbeField, isAscending: Bool)] = []
    for _ in 0..<pick([0, 1, 1, 2, 3]) {
      terms.append((pick(ProbeField.all), Bool.random(using: &random)))
    }
    let limit = Bool.random(using: &random) ? Int.random(in: 0...20, using: &random) : nil
    let offset = pick([0, 0, 0, 1, 5])
    var rows = records.filter { !hasCondition || condition.holds($0) }
    rows.sort { a, b in
      for term in terms {
        let (left, right) = (term.field.value(a), term.field.value(b))
        if left == right { continue }
        let precedes = left == .null ? true : right == .null ? false : left.precedes(right) ?? false
        return precedes == term.isAscending
      }
      return (a.id < b.id) == (terms.last?.isAscending ?? true)
    }
    let query = RecordQuery(
      condition: hasCondition ? condition.node : nil,
      order: terms.map { RecordQuery.Term(.field($0.field.path), isAscending: $0.isAscending) },
      limit: limit, offset: offset)
    return (query, rows.dropFirst(offset).prefix(limit ?? .max).map(\.id))
  }
}
