import FlatBufferCoding

// From the loosest operator to the tightest.
extension QueryParser {
  mutating func disjunction() throws(QueryTextError) -> Part {
    var left = try conjunction()
    while take(word: "or") || take(sign: "||") != nil {
      let right = try conjunction()
      left = try joined(left, right) { .or($0, $1) }
    }
    return left
  }

  private mutating func conjunction() throws(QueryTextError) -> Part {
    var left = try negation()
    while take(word: "and") || take(sign: "&&") != nil {
      let right = try negation()
      left = try joined(left, right) { .and($0, $1) }
    }
    return left
  }

  private mutating func negation() throws(QueryTextError) -> Part {
    let start = token.range.lowerBound
    guard take(word: "not") || take(sign: "!") != nil else { return try comparison() }
    let inner = try known(try nested { parser throws(QueryTextError) in try parser.negation() })
    try check(inner.node, isCondition: true, at: inner.range.lowerBound)
    return Part(node: .not(inner.node), range: start..<inner.range.upperBound)
  }

  private func joined(
    _ left: Part, _ right: Part, _ make: (QueryNode, QueryNode) -> QueryNode
  ) throws(QueryTextError) -> Part {
    let (left, right) = (try known(left), try known(right))
    for part in [left, right] {
      switch part.node {
      // Their parts were checked.
      case .and, .or, .not: continue
      default: try check(part.node, isCondition: true, at: part.range.lowerBound)
      }
    }
    return Part(
      node: make(left.node, right.node), range: left.range.lowerBound..<right.range.upperBound)
  }

  private mutating func comparison() throws(QueryTextError) -> Part {
    let left = try sum()
    let sign = token.range.lowerBound
    var result: Part
    if let comparison = takeComparison() {
      let (a, b) = try paired(left, try sum())
      result = Part(node: .compare(comparison, a.node, b.node), range: a.range)
    } else if take(word: "is") {
      let isNegated = take(word: "not")
      guard take(word: "null") else { throw error("\"null\" is missing after \"is\"") }
      let node = QueryNode.isNull(try known(left).node)
      result = Part(node: isNegated ? .not(node) : node, range: left.range)
    } else if take(word: "prefix") {
      result = Part(node: .hasPrefix(try known(left).node, try string()), range: left.range)
    } else if take(word: "contains") {
      result = Part(node: .contains(try known(left).node, try string()), range: left.range)
    } else if take(word: "in") {
      result = Part(node: try membership(try known(left)), range: left.range)
    } else if isWord("not") {
      advance()
      guard take(word: "in") else { throw error("\"in\" is missing after \"not\"") }
      result = Part(node: .not(try membership(try known(left))), range: left.range)
    } else {
      return left
    }
    result.range = left.range.lowerBound..<token.range.lowerBound
    try check(result.node, isCondition: true, at: sign)
    return result
  }

  private mutating func takeComparison() -> QueryNode.Comparison? {
    switch take(sign: "=", "==", "!=", "<>", "<", "<=", ">", ">=") {
    case "=", "==": .equal
    case "!=", "<>": .notEqual
    case "<": .less
    case "<=": .lessOrEqual
    case ">": .greater
    case ">=": .greaterOrEqual
    default: nil
    }
  }

  private mutating func string() throws(QueryTextError) -> String {
    guard case .string(let value) = token.kind else {
      throw error("a string in quotes is missing here")
    }
    advance()
    return value
  }

  /// The values of `in`, each fitted to the field.
  private mutating func membership(_ field: Part) throws(QueryTextError) -> QueryNode {
    try expect(sign: "(")
    var values: [QueryConstant] = []
    if take(sign: ")") != nil { return .in(field.node, values) }
    repeat {
      let part = try paired(field, try sum()).1
      guard case .constant(let value) = part.node else {
        throw error("a value is needed here", at: part.range.lowerBound)
      }
      values.append(value)
    } while take(sign: ",") != nil
    try expect(sign: ")")
    return .in(field.node, values)
  }

  private mutating func sum() throws(QueryTextError) -> Part {
    var left = try product()
    while let sign = take(sign: "+", "-") {
      try countOperator()
      left = try calculated(sign == "+" ? .add : .subtract, left, try product())
    }
    return left
  }

  private mutating func product() throws(QueryTextError) -> Part {
    var left = try atom()
    while let sign = take(sign: "*", "/", "%") {
      try countOperator()
      let operation: QueryNode.Arithmetic =
        sign == "*" ? .multiply : sign == "/" ? .divide : .remainder
      left = try calculated(operation, left, try atom())
    }
    return left
  }

  private func calculated(
    _ operation: QueryNode.Arithmetic, _ left: Part, _ right: Part
  ) throws(QueryTextError) -> Part {
    let (left, right) = (try known(left), try known(right))
    let node = QueryNode.arithmetic(operation, left.node, right.node)
    try check(node, isCondition: false, at: left.range.lowerBound)
    return Part(node: node, range: left.range.lowerBound..<right.range.upperBound)
  }
}
