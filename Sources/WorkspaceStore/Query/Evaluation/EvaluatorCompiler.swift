import FlatBufferCoding

/// Compiles nodes against a schema into an `EvaluatorProgram`.
///
/// Kinds of values are checked here, once, so that nothing can go wrong per row but damaged bytes.
struct EvaluatorCompiler {
  private let schema: Schema
  private var paths: [ResolvedPath] = []
  /// The paths of `paths`, few enough to go through.
  private var known: [FieldPath] = []
  private var tests: [EvaluatorProgram.Test] = []
  private var operands: [EvaluatorProgram.Operand] = []
  private var sets: [(values: [PathValue], hasNull: Bool)] = []
  /// All constant texts one after another, and the operands and set members that are made of them at the end.
  private var texts: [UInt8] = []
  private var textOperands: [(operand: Int, range: Range<Int>)] = []
  private var textSets: [(set: Int, ranges: [Range<Int>])] = []
  private var depth = 0

  /// How deeply conditions and values may be nested, long chains of `&&` or of `||` apart.
  ///
  /// Whoever goes through them calls itself, and threads may have as little as 512 KiB of stack.
  static let greatestDepth = 400

  init(schema: Schema) {
    self.schema = schema
  }

  /// Ends the compilation.
  consuming func finish() -> EvaluatorProgram {
    let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: max(1, texts.count), alignment: 1)
    unsafe bytes.copyBytes(from: texts)
    func text(_ range: Range<Int>) -> PathValue {
      unsafe .text(UnsafeRawBufferPointer(rebasing: bytes[range]))
    }
    for index in operands.indices {
      if case .path(let path) = operands[index], let flat = paths[Int(path)].flat {
        operands[index] = .flat(flat)
      }
    }
    for (operand, range) in textOperands { operands[operand] = .constant(text(range)) }
    for (set, ranges) in textSets {
      sets[set].values.append(contentsOf: ranges.map(text))
    }
    for index in sets.indices {
      sets[index].values.sort { ($0.order(to: $1) ?? 0) < 0 }
    }
    return unsafe EvaluatorProgram(
      paths: paths, tests: tests, operands: operands, sets: sets, texts: bytes)
  }

  /// Compiles a condition that goes on at `ifTrue` or `ifFalse`; returns its first test, or one of those.
  mutating func condition(
    _ node: QueryNode, ifTrue: Int32, ifFalse: Int32
  ) throws(FlatBufferError) -> Int32 {
    try descend()
    defer { depth -= 1 }
    switch node {
    case .and, .or:
      // Long chains lean to the left; they are taken apart in a loop, from the last part on.
      var rest = node
      var next = (ifTrue, ifFalse)
      while true {
        if case .and(let left, let right) = rest, case .and = node {
          next.0 = try condition(right, ifTrue: next.0, ifFalse: ifFalse)
          rest = left
        } else if case .or(let left, let right) = rest, case .or = node {
          next.1 = try condition(right, ifTrue: ifTrue, ifFalse: next.1)
          rest = left
        } else {
          return try condition(rest, ifTrue: next.0, ifFalse: next.1)
        }
      }
    case .not(let inner):
      return try condition(inner, ifTrue: ifFalse, ifFalse: ifTrue)
    default:
      return try test(node, ifTrue: ifTrue, ifFalse: ifFalse)
    }
  }

  /// Compiles a condition that is not made of others; apart, so that those which are take little stack.
  private mutating func test(
    _ node: QueryNode, ifTrue: Int32, ifFalse: Int32
  ) throws(FlatBufferError) -> Int32 {
    switch node {
    case .constant(.bool(let flag)):
      return flag ? ifTrue : ifFalse
    case .constant(.null):
      return ifFalse
    case .compare(let comparison, let left, let right):
      if let test = try integerTest(comparison, left, right, ifTrue, ifFalse) { return test }
      let (a, kind) = try operand(left)
      let (b, other) = try operand(right)
      guard kind.isComparable(with: other) else { throw Self.unlike(kind, other) }
      return emit(.compare(comparison), a, b, ifTrue, ifFalse)
    case .isNull(let inner):
      return emit(.isNull, try operand(inner).index, 0, ifTrue, ifFalse)
    case .in(let inner, let values):
      let (index, kind) = try operand(inner)
      return emit(.isMember, index, try set(values, kind), ifTrue, ifFalse)
    case .hasPrefix(let inner, let text):
      return try textTest(.hasPrefix, inner, text, ifTrue, ifFalse)
    case .contains(let inner, let text):
      return try textTest(.contains, inner, text, ifTrue, ifFalse)
    case .field, .arithmetic, .constant, .and, .or, .not:
      let (index, kind) = try operand(node)
      guard kind == .bool else {
        throw FlatBufferError(
          code: .typeMismatch, message: "a condition is needed, and this is \(kind.name)")
      }
      return emit(.isTrue, index, 0, ifTrue, ifFalse)
    }
  }

  /// Compiles a value; returns its number and kind.
  mutating func operand(_ node: QueryNode) throws(FlatBufferError) -> (index: Int32, kind: Kind) {
    try descend()
    defer { depth -= 1 }
    switch node {
    case .field(let path):
      let index = try resolve(path)
      return (append(.path(index)), try kind(of: paths[Int(index)].fieldType, path))
    case .constant(let constant):
      return append(constant)
    case .arithmetic(let operation, let left, let right):
      let (a, kind) = try operand(left)
      let (b, other) = try operand(right)
      for kind in [kind, other] where !kind.isNumber && kind != .null {
        throw FlatBufferError(
          code: .typeMismatch, message: "a number is needed, and this is \(kind.name)")
      }
      let isReal = kind == .real || other == .real
      return (append(.arithmetic(operation, a, b)), isReal ? .real : .integer)
    case .compare, .and, .or, .not, .isNull, .in, .hasPrefix, .contains:
      let entry = try condition(
        node, ifTrue: EvaluatorProgram.accept, ifFalse: EvaluatorProgram.reject)
      return (append(.condition(entry)), .bool)
    }
  }

  /// Compiles a term of an order; wide means that it may hold a text, or an integer of more than 32 bits.
  mutating func sortOperand(
    _ node: QueryNode
  ) throws(FlatBufferError) -> (index: Int32, isWide: Bool) {
    let (index, kind) = try operand(node)
    switch kind {
    case .bool, .real, .null: return (index, false)
    case .text, .unsigned: return (index, true)
    case .integer:
      guard case .path(let path) = operands[Int(index)] else { return (index, true) }
      return (index, paths[Int(path)].fieldType.base == .int64)
    }
  }

  private mutating func descend() throws(FlatBufferError) {
    guard depth < Self.greatestDepth else {
      throw FlatBufferError(
        code: .tooComplex, message: "it is nested more than \(Self.greatestDepth) deep")
    }
    depth += 1
  }

  private mutating func resolve(_ path: FieldPath) throws(FlatBufferError) -> Int32 {
    if let index = known.lastIndex(of: path) { return Int32(index) }
    paths.append(try schema.resolve(path))
    known.append(path)
    return Int32(known.count - 1)
  }

  private func kind(
    of type: Schema.TypeReference, _ path: FieldPath
  ) throws(FlatBufferError) -> Kind {
    switch type.base {
    case .bool: .bool
    case .unionType, .union, .int8, .uint8, .int16, .uint16, .int32, .uint32, .int64: .integer
    case .uint64: .unsigned
    case .float32, .float64: .real
    case .string: .text
    case .none, .vector, .object, .array:
      throw FlatBufferError(
        code: .typeMismatch,
        message: "a field with a single value is needed, and this is a table, struct or vector",
        field: schema.name(of: path))
    }
  }

  private mutating func append(_ operand: EvaluatorProgram.Operand) -> Int32 {
    operands.append(operand)
    return Int32(operands.count - 1)
  }

  private mutating func append(_ constant: QueryConstant) -> (Int32, Kind) {
    if case .text(let text) = constant {
      let index = append(.constant(.null))
      textOperands.append((Int(index), append(text)))
      return (index, .text)
    }
    let (value, kind) = Self.scalar(constant)
    return (append(.constant(value)), kind)
  }

  private mutating func append(_ text: String) -> Range<Int> {
    let start = texts.count
    texts.append(contentsOf: text.utf8)
    return start..<texts.count
  }

  private mutating func emit(
    _ kind: EvaluatorProgram.Test.Kind, _ left: Int32, _ right: Int32, _ ifTrue: Int32,
    _ ifFalse: Int32
  ) -> Int32 {
    tests.append(.init(kind: kind, left: left, right: right, ifTrue: ifTrue, ifFalse: ifFalse))
    return Int32(tests.count - 1)
  }

  /// Compiles the comparison of an integer field with an integer, the most common one; nil if it is another.
  ///
  /// It is to lie between two numbers; `!=` is the complement, which null belongs to.
  private mutating func integerTest(
    _ comparison: QueryNode.Comparison, _ left: QueryNode, _ right: QueryNode, _ ifTrue: Int32,
    _ ifFalse: Int32
  ) throws(FlatBufferError) -> Int32? {
    guard case .field(let path) = left, case .constant(.integer(let value)) = right,
      case let index = try resolve(path), paths[Int(index)].flat?.integer != nil
    else { return nil }
    let (below, isLowest) = value.subtractingReportingOverflow(1)
    let (above, isHighest) = value.addingReportingOverflow(1)
    let nothing: (Int64, Int64) = (1, 0)
    let (low, high): (Int64, Int64) =
      switch comparison {
      case .equal, .notEqual: (value, value)
      case .less: isLowest ? nothing : (.min, below)
      case .lessOrEqual: (.min, value)
      case .greater: isHighest ? nothing : (above, .max)
      case .greaterOrEqual: (value, .max)
      }
    let isComplement = comparison == .notEqual
    return emit(
      .isWithin(low: low, high: high), index, 0,
      isComplement ? ifFalse : ifTrue, isComplement ? ifTrue : ifFalse)
  }

  private mutating func textTest(
    _ test: EvaluatorProgram.Test.Kind, _ inner: QueryNode, _ text: String, _ ifTrue: Int32,
    _ ifFalse: Int32
  ) throws(FlatBufferError) -> Int32 {
    let (index, kind) = try operand(inner)
    guard kind.isComparable(with: .text) else { throw Self.unlike(kind, .text) }
    return emit(test, index, append(.text(text)).0, ifTrue, ifFalse)
  }

  private mutating func set(
    _ constants: [QueryConstant], _ kind: Kind
  ) throws(FlatBufferError) -> Int32 {
    var values: [PathValue] = []
    var ranges: [Range<Int>] = []
    var hasNull = false
    for constant in constants {
      if case .text(let text) = constant {
        guard kind.isComparable(with: .text) else { throw Self.unlike(kind, .text) }
        ranges.append(append(text))
        continue
      }
      let (value, other) = Self.scalar(constant)
      guard kind.isComparable(with: other) else { throw Self.unlike(kind, other) }
      if value.isNull { hasNull = true } else { values.append(value) }
    }
    sets.append((values, hasNull))
    if !ranges.isEmpty { textSets.append((sets.count - 1, ranges)) }
    return Int32(sets.count - 1)
  }

  private static func scalar(_ constant: QueryConstant) -> (PathValue, Kind) {
    switch constant {
    case .bool(let value): (.bool(value), .bool)
    case .integer(let value): (.integer(value), .integer)
    case .unsigned(let value): (.unsigned(value), .unsigned)
    case .real(let value): (value.isNaN ? .null : .real(value), .real)
    case .null, .text: (.null, .null)
    }
  }

  private static func unlike(_ left: Kind, _ right: Kind) -> FlatBufferError {
    FlatBufferError(
      code: .typeMismatch, message: "\(left.name) can't be compared with \(right.name)")
  }
}
