import FlatBufferCoding

/// A compiled condition or term: flat arrays that are walked without allocating.
///
/// A condition is a graph of tests. Each test names the one to go to when it holds and the one when it does not, so
/// that `&&`, `||` and `!` cost nothing of their own. A value is a tree of operands.
///
/// Lifetime: tests, operands, paths and constant texts stand in memory that this object owns and never changes, so that
/// no array is retained per row; operands point into `texts`, and are used only by methods of this object. Bounds: the
/// numbers of tests, operands and paths come from the compiler, and are checked against the counts.
///
/// Safe because everything here is fixed when `init` returns: threads only read.
@safe
final class EvaluatorProgram: @unchecked Sendable {
  /// A test, and where to go from it.
  struct Test {
    enum Kind {
      case compare(QueryNode.Comparison)
      /// The integer at the path numbered by `left` lies between two.
      case isWithin(low: Int64, high: Int64)
      /// The left value is true.
      case isTrue
      case isNull
      /// The left value is in the set numbered by `right`.
      case isMember
      case hasPrefix
      case contains
    }

    var kind: Kind
    var left: Int32
    var right: Int32
    var ifTrue: Int32
    var ifFalse: Int32
  }

  /// A test whether an integer of the root lies between two.
  private struct Range {
    let field: RootInteger
    let low: Int64
    let high: Int64
    let ifTrue: Int32
    let ifFalse: Int32
  }

  enum Operand {
    case path(Int32)
    case flat(FlatPath)
    case constant(PathValue)
    case arithmetic(QueryNode.Arithmetic, Int32, Int32)
    /// The truth of the condition that starts at this test.
    case condition(Int32)
  }

  /// Where a condition that holds ends.
  static let accept: Int32 = -1
  /// Where a condition that does not hold ends.
  static let reject: Int32 = -2

  private let paths: UnsafeBufferPointer<ResolvedPath>
  /// The same paths, where they end at integers of the root.
  private let integers: UnsafeBufferPointer<IntegerField?>
  private let tests: UnsafeBufferPointer<Test>
  /// The same tests, if none asks for anything but integers of the root, which take no table to be opened; else empty.
  private let ranges: UnsafeBufferPointer<Range>
  private let operands: UnsafeBufferPointer<Operand>
  /// The values of each `in`, sorted, without null; and whether null was among them.
  let sets: [(values: [PathValue], hasNull: Bool)]
  private let texts: UnsafeMutableRawBufferPointer

  /// Takes what a compiler made; `texts` becomes this object's to free.
  init(
    paths: [ResolvedPath], tests: [Test], operands: [Operand],
    sets: [(values: [PathValue], hasNull: Bool)], texts: UnsafeMutableRawBufferPointer
  ) {
    unsafe self.paths = Self.copy(paths)
    let integers = paths.map { $0.flat?.integer }
    unsafe self.integers = Self.copy(integers)
    unsafe self.tests = Self.copy(tests)
    let ranges = tests.compactMap { test -> Range? in
      guard case .isWithin(let low, let high) = test.kind, let field = integers[Int(test.left)]
      else { return nil }
      return Range(
        field: RootInteger(field), low: low, high: high, ifTrue: test.ifTrue, ifFalse: test.ifFalse)
    }
    unsafe self.ranges = Self.copy(ranges.count == tests.count ? ranges : [])
    unsafe self.operands = Self.copy(operands)
    self.sets = sets
    unsafe self.texts = unsafe texts
  }

  deinit {
    unsafe texts.deallocate()
    unsafe UnsafeMutableBufferPointer(mutating: paths).deinitialize().deallocate()
    unsafe integers.deallocate()
    unsafe tests.deallocate()
    unsafe ranges.deallocate()
    unsafe operands.deallocate()
  }

  private static func copy<Element>(_ elements: [Element]) -> UnsafeBufferPointer<Element> {
    let copy = UnsafeMutableBufferPointer<Element>.allocate(capacity: max(1, elements.count))
    _ = unsafe copy.initialize(from: elements)
    return unsafe UnsafeBufferPointer(rebasing: copy[..<elements.count])
  }

  /// Walks the tests from `entry` on an encoded record.
  func holds(
    from entry: Int32, _ record: UnsafeRawBufferPointer
  ) throws(FlatBufferError) -> Bool {
    if entry < 0 { return entry == Self.accept }
    if unsafe ranges.count > 0 { return try unsafe holdsOnIntegers(from: entry, record) }
    return try unsafe FlatBuffer.withRoot(of: record) { root throws(FlatBufferError) in
      try holds(from: entry, root)
    }
  }

  @inline(__always)
  private func holdsOnIntegers(
    from entry: Int32, _ record: UnsafeRawBufferPointer
  ) throws(FlatBufferError) -> Bool {
    var next = entry
    while next >= 0 {
      precondition(unsafe Int(next) < ranges.count, "EvaluatorProgram: no such test")
      let test = unsafe ranges[Int(next)]
      let value = try unsafe test.field.value(in: record)
      let isWithin = value.map { test.low <= $0 && $0 <= test.high } ?? false
      next = isWithin ? test.ifTrue : test.ifFalse
    }
    return next == Self.accept
  }

  /// Walks the tests from `entry`.
  func holds(from entry: Int32, _ root: TableReader) throws(FlatBufferError) -> Bool {
    var next = entry
    while next >= 0 {
      precondition(unsafe Int(next) < tests.count, "EvaluatorProgram: no such test")
      let test = unsafe tests[Int(next)]
      next = try holds(test, root) ? test.ifTrue : test.ifFalse
    }
    return next == Self.accept
  }

  @inline(__always)
  private func isWithin(
    _ low: Int64, _ high: Int64, _ path: Int32, _ root: TableReader
  ) throws(FlatBufferError) -> Bool {
    precondition(unsafe Int(path) < integers.count, "EvaluatorProgram: no such path")
    guard let value = try unsafe integers[Int(path)]?.value(in: root) else { return false }
    return low <= value && value <= high
  }

  @inline(__always)
  private func holds(_ test: Test, _ root: TableReader) throws(FlatBufferError) -> Bool {
    if case .isWithin(let low, let high) = test.kind {
      return try isWithin(low, high, test.left, root)
    }
    return try holdsOtherwise(test, root)
  }

  @inline(never)
  private func holdsOtherwise(
    _ test: Test, _ root: TableReader
  ) throws(FlatBufferError) -> Bool {
    let left = try value(test.left, root)
    switch test.kind {
    case .isWithin: return false
    case .compare(let comparison):
      return Self.compare(comparison, left, try value(test.right, root))
    case .isTrue:
      if case .bool(true) = left { return true }
      return false
    case .isNull:
      return left.isNull
    case .isMember:
      return isMember(left, of: Int(test.right))
    case .hasPrefix:
      guard case .text(let prefix) = try value(test.right, root) else { return false }
      return unsafe left.hasPrefix(prefix)
    case .contains:
      guard case .text(let part) = try value(test.right, root) else { return false }
      return unsafe left.contains(part)
    }
  }

  /// The value of an operand; a text's bytes live as long as the record's and this object.
  func value(_ operand: Int32, _ root: TableReader) throws(FlatBufferError) -> PathValue {
    precondition(unsafe Int(operand) < operands.count, "EvaluatorProgram: no such operand")
    return switch unsafe operands[Int(operand)] {
    case .flat(let path): try path.value(in: root)
    case .path(let index): try value(ofPath: Int(index), root)
    case .constant(let value): value
    case .arithmetic(let operation, let left, let right):
      PathValue.calculate(operation, try value(left, root), try value(right, root))
    case .condition(let entry): .bool(try holds(from: entry, root))
    }
  }

  private func value(ofPath index: Int, _ root: TableReader) throws(FlatBufferError) -> PathValue {
    precondition(unsafe index < paths.count, "EvaluatorProgram: no such path")
    return try unsafe paths[index].value(in: root)
  }

  private static func compare(
    _ comparison: QueryNode.Comparison, _ left: PathValue, _ right: PathValue
  ) -> Bool {
    switch comparison {
    case .equal: return left.isSame(as: right)
    case .notEqual: return !left.isSame(as: right)
    default: break
    }
    guard let order = left.order(to: right) else { return false }
    return switch comparison {
    case .less: order < 0
    case .lessOrEqual: order <= 0
    case .greater: order > 0
    default: order >= 0
    }
  }

  private func isMember(_ value: PathValue, of set: Int) -> Bool {
    if value.isNull { return sets[set].hasNull }
    return unsafe sets[set].values.withUnsafeBufferPointer { values in
      var low = 0
      var high = values.count
      while low < high {
        let middle = (low + high) / 2
        let order = unsafe values[middle].order(to: value) ?? 1
        if order == 0 { return true }
        if order < 0 { low = middle + 1 } else { high = middle }
      }
      return false
    }
  }
}
