extension Connection {
  /// Throws `noEncryption` unless the SQLite that the program is linked with is SQLCipher.
  ///
  /// Any other ignores `PRAGMA key` without a word. It is asked before there is a file.
  static func requireEncryption(path: String) throws(WorkspaceError) {
    let memory = try Connection(path: "", mode: .memory)
    let version = try memory.withStatement("PRAGMA cipher_version") {
      (statement) throws(WorkspaceError) in try statement.step() ? statement.text(0) : ""
    }
    guard !version.isEmpty else {
      throw WorkspaceError(
        .noEncryption,
        "The SQLite that this program is linked with can't encrypt; link SQLCipher, or give no key.",
        path: path)
    }
  }

  /// Gives SQLCipher the key.
  ///
  /// - Throws: `invalidKey`; what SQLite reports.
  func unlock(with key: @Sendable () throws -> [UInt8]) throws(WorkspaceError) {
    let bytes: [UInt8]
    do {
      bytes = try key()
    } catch {
      throw WorkspaceError(.invalidKey, "The key of the store can't be had: \(error)", path: path)
    }
    guard bytes.count == 32 || bytes.count == 48 else {
      throw WorkspaceError(
        .invalidKey, "The key of the store has \(bytes.count) bytes; give 32, or 48 with a salt.",
        path: path)
    }
    let digits = bytes.map { byte in
      String(byte >> 4, radix: 16) + String(byte & 15, radix: 16)
    }
    try execute("PRAGMA key = \"x'\(digits.joined())'\"")
  }
}
