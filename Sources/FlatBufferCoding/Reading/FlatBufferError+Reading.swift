// Errors are made out of line, so that inlined accessors stay small.
extension FlatBufferError {
  /// Something lies, or leads, outside the bytes.
  @usableFromInline @inline(never)
  static func outside(_ what: StaticString, at position: Int) -> FlatBufferError {
    FlatBufferError(
      code: .outOfBounds, message: "\(what) leads outside the bytes", position: position)
  }

  /// The allowance is spent.
  @usableFromInline @inline(never)
  static func exhausted() -> FlatBufferError {
    FlatBufferError(
      code: .tooComplex, message: "there is more to read than the bytes can honestly hold")
  }

  /// Tables are nested too deeply.
  @usableFromInline @inline(never)
  static func tooDeep(at position: Int) -> FlatBufferError {
    FlatBufferError(
      code: .tooComplex, message: "tables are nested deeper than \(FlatBuffer.maximumDepth)",
      position: position)
  }

  /// A string has no zero behind it.
  @usableFromInline @inline(never)
  static func unterminated(at position: Int) -> FlatBufferError {
    FlatBufferError(
      code: .invalidString, message: "a string lacks its terminating zero", position: position)
  }

  /// A string is not UTF-8.
  @usableFromInline @inline(never)
  static func notUnicode(at position: Int) -> FlatBufferError {
    FlatBufferError(code: .invalidString, message: "a string is not UTF-8", position: position)
  }

  /// A required field is absent.
  @usableFromInline @inline(never)
  static func missing(_ name: StaticString, at position: Int) -> FlatBufferError {
    FlatBufferError(
      code: .missingField, message: "a required field is absent", field: "\(name)",
      position: position)
  }

  /// A vector has no such element.
  @usableFromInline @inline(never)
  static func noElement(_ index: Int, of count: Int) -> FlatBufferError {
    FlatBufferError(code: .outOfBounds, message: "no element \(index) in a vector of \(count)")
  }
}
