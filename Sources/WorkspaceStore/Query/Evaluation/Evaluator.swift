package import FlatBufferCoding

/// Tells on a record's encoded bytes whether it meets a condition, or what an expression gives.
///
/// This is the only evaluator: fetched and live results can't disagree. It decodes nothing and allocates nothing. The
/// schema may be older or newer than the record: absent fields have their defaults, as FlatBuffers has it.
///
/// Its meaning: strings compare by UTF-8 bytes; `==`, `!=` and `in` treat null as a value; the other comparisons,
/// prefixes and parts are false with null; `!` is the complement; NaN counts as null; integers compare and calculate
/// exactly, and a result outside −2⁶³…2⁶⁴−1, or an integer division by zero, is null; floating follows IEEE 754.
package struct Evaluator: Sendable {
  let program: EvaluatorProgram
  let entry: Int32
  private let result: Int32

  /// Compiles a condition.
  ///
  /// - Throws: `FlatBufferError` for a path that the schema lacks, and where kinds of values do not go together.
  package init(condition: QueryNode, in schema: Schema) throws(FlatBufferError) {
    var compiler = EvaluatorCompiler(schema: schema)
    entry = try compiler.condition(
      condition, ifTrue: EvaluatorProgram.accept, ifFalse: EvaluatorProgram.reject)
    result = -1
    program = compiler.finish()
  }

  /// Compiles an expression.
  ///
  /// - Throws: As for a condition.
  package init(value: QueryNode, in schema: Schema) throws(FlatBufferError) {
    var compiler = EvaluatorCompiler(schema: schema)
    result = try compiler.operand(value).index
    entry = EvaluatorProgram.reject
    program = compiler.finish()
  }

  /// Whether the record meets the condition; false for an expression.
  ///
  /// - Throws: `FlatBufferError` for damaged bytes.
  package func matches(_ root: TableReader) throws(FlatBufferError) -> Bool {
    try program.holds(from: entry, root)
  }

  /// Whether the encoded record meets the condition.
  ///
  /// - Throws: `FlatBufferError` for damaged bytes.
  package func matches(_ record: UnsafeRawBufferPointer) throws(FlatBufferError) -> Bool {
    try unsafe program.holds(from: entry, record)
  }

  /// Hands what the expression gives to `body`; a text's bytes are valid only there.
  ///
  /// - Throws: `FlatBufferError` for damaged bytes.
  package func withValue<Result>(
    of root: TableReader, _ body: (PathValue) throws(FlatBufferError) -> Result
  ) throws(FlatBufferError) -> Result {
    guard result >= 0 else { return try body(.bool(try matches(root))) }
    return try body(try program.value(result, root))
  }

  /// What the expression gives, on its own.
  ///
  /// - Throws: `FlatBufferError` for damaged bytes, and a text that is not UTF-8.
  package func constant(of root: TableReader) throws(FlatBufferError) -> QueryConstant {
    try withValue(of: root) { value throws(FlatBufferError) in
      switch value {
      case .null: return .null
      case .bool(let value): return .bool(value)
      case .integer(let value): return .integer(value)
      case .unsigned(let value): return .unsigned(value)
      case .real(let value): return value.isNaN ? .null : .real(value)
      case .text(let bytes):
        guard let text = unsafe String(validating: bytes, as: UTF8.self) else {
          throw FlatBufferError(code: .invalidString, message: "a string is not UTF-8")
        }
        return .text(text)
      }
    }
  }
}
