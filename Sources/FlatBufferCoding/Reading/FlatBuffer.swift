/// Reads finished FlatBuffers in place.
public enum FlatBuffer {
  /// How deeply tables may be nested, the root counting as one; `flatc` has the same limit.
  @inlinable public static var maximumDepth: Int { 64 }

  /// The largest number of bytes: offsets between tables and vtables are signed 32-bit integers.
  @inlinable public static var maximumByteCount: Int { Int(Int32.max) }

  /// Hands the root table of `bytes` to `body`.
  ///
  /// Nothing is copied or verified beforehand: each access checks what it touches. The readers
  /// are views, valid only until `body` returns; never keep one. All readings under one root share an allowance of
  /// 1 MiB and 64 times the size of `bytes`, so that bytes in which tables, strings or vectors
  /// are shared a great many times end in bounded time and memory.
  ///
  /// - Throws: `outOfBounds` if there is no table; what `body` throws.
  @inlinable
  public static func withRoot<Result>(
    of bytes: UnsafeRawBufferPointer,
    _ body: (TableReader) throws(FlatBufferError) -> Result
  ) throws(FlatBufferError) -> Result {
    var allowance = ByteView.allowance(for: bytes.count)
    return try unsafe withUnsafeMutablePointer(to: &allowance) {
      (allowance) throws(FlatBufferError) -> Result in
      let view = try unsafe ByteView(bytes, allowance: allowance)
      return try body(TableReader(view, at: view.root(), depth: 1))
    }
  }

  /// Hands the root table of `bytes` to `body`, as the form for raw bytes does.
  @inlinable
  public static func withRoot<Result>(
    of bytes: [UInt8],
    _ body: (TableReader) throws(FlatBufferError) -> Result
  ) throws(FlatBufferError) -> Result {
    try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(FlatBufferError) -> Result in
      try unsafe withRoot(of: UnsafeRawBufferPointer(buffer), body)
    }
  }
}
