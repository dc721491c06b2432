#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#endif

extension UnsafeRawBufferPointer {
  /// Whether two buffers hold the same bytes.
  func hasSameBytes(as other: UnsafeRawBufferPointer) -> Bool {
    guard count == other.count else { return false }
    guard let start = baseAddress, let otherStart = other.baseAddress else {
      return true
    }
    return unsafe memcmp(start, otherStart, count) == 0
  }
}

extension String {
  /// Whether two strings have the same UTF-8 bytes; `==` also holds for canonical equivalents.
  func hasSameUTF8(as other: String) -> Bool {
    let count = utf8.count
    guard count == other.utf8.count else { return false }
    if count == 0 { return true }
    let isSame: Bool?? = unsafe utf8.withContiguousStorageIfAvailable { bytes in
      unsafe other.utf8.withContiguousStorageIfAvailable { others in
        unsafe UnsafeRawBufferPointer(bytes).hasSameBytes(as: UnsafeRawBufferPointer(others))
      }
    }
    return (isSame ?? nil) ?? hasSameBridgedUTF8(as: other)
  }

  /// A function of its own, so that others are not retained for it.
  @inline(never)
  private func hasSameBridgedUTF8(as other: String) -> Bool {
    utf8.elementsEqual(other.utf8)
  }
}

extension String {
  /// A number that depends on the UTF-8 bytes, on `start` and on this process; not for hostile input alone, as a
  /// `Hasher` takes it further.
  func utf8Digest(_ start: UInt64) -> UInt64 {
    let digest: UInt64? = unsafe utf8.withContiguousStorageIfAvailable { bytes in
      unsafe UnsafeRawBufferPointer(bytes).digest(start)
    }
    return digest ?? bridgedUTF8Digest(start)
  }

  /// A function of its own, so that others are not retained for it.
  @inline(never)
  private func bridgedUTF8Digest(_ start: UInt64) -> UInt64 {
    unsafe Array(utf8).withUnsafeBytes { unsafe $0.digest(start) }
  }
}

extension UnsafeRawBufferPointer {
  /// Mixes eight bytes at a time by multiplying to 128 bits and folding (after wyhash; Wang Yi, 2019).
  fileprivate func digest(_ start: UInt64) -> UInt64 {
    var digest = Mixing.seed ^ start ^ UInt64(truncatingIfNeeded: count)
    var position = 0
    while position &+ 8 <= count {
      digest = Mixing.mix(
        digest ^ (unsafe loadUnaligned(fromByteOffset: position, as: UInt64.self)))
      position &+= 8
    }
    var rest: UInt64 = 0
    if count &- position >= 4 {
      rest = unsafe UInt64(loadUnaligned(fromByteOffset: position, as: UInt32.self))
      position &+= 4
    }
    while position < count {
      rest = rest << 8 | UInt64(unsafe self[position])
      position &+= 1
    }
    return Mixing.mix(digest ^ rest ^ 0x9E37_79B9_7F4A_7C15)
  }
}

/// How digests are mixed.
private enum Mixing {
  /// Differs from process to process.
  static let seed = UInt64.random(in: 0...UInt64.max)

  static func mix(_ value: UInt64) -> UInt64 {
    let (high, low) = value.multipliedFullWidth(by: 0xA076_1D64_78BD_642F)
    return high ^ low
  }
}

extension String {
  /// Hands the UTF-8 bytes to `body`, in place where they are in one piece.
  @unsafe func withBytes<Output>(
    _ body: (UnsafeRawBufferPointer) throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output {
    let result = unsafe utf8.withContiguousStorageIfAvailable { bytes in
      unsafe Self.result(UnsafeRawBufferPointer(bytes), body)
    }
    guard let result else {
      return try unsafe Array(utf8).withUnsafeBytes { unsafe Self.result($0, body) }.get()
    }
    return try result.get()
  }

  private static func result<Output>(
    _ bytes: UnsafeRawBufferPointer,
    _ body: (UnsafeRawBufferPointer) throws(WorkspaceError) -> Output
  ) -> Result<Output, WorkspaceError> {
    do throws(WorkspaceError) {
      return .success(try unsafe body(bytes))
    } catch {
      return .failure(error)
    }
  }
}

extension DictionaryEntryID {
  /// Hands the UTF-8 bytes of namespace and key to `body`.
  @unsafe func withBytes<Output>(
    _ body: (
      _ namespace: UnsafeRawBufferPointer, _ key: UnsafeRawBufferPointer
    ) throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output {
    try unsafe namespace.withBytes { (namespace) throws(WorkspaceError) in
      try unsafe key.withBytes { (key) throws(WorkspaceError) in
        try unsafe body(namespace, key)
      }
    }
  }
}
