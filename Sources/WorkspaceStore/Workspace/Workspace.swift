/// A store that is open.
///
/// It can be used from any thread. Writes run one after the other; reads run beside them and beside one another.
public final class Workspace: Sendable {
  /// The file of the store; nil for a store in memory.
  public let path: String?
  /// How the store was opened.
  public let configuration: Configuration
  private let readers: ReaderPool

  /// Opens a store.
  public init(
    path: String, configuration: Configuration = Configuration(), records: [any Record.Type] = []
  ) throws(WorkspaceError) {
    self.path = path
    self.configuration = configuration
    let file = StoreFile(path: path, vfs: configuration.vfs, busyTimeout: configuration.busyTimeout)
    _ = try file.openForWriting()
    readers = ReaderPool(capacity: configuration.readers) { () throws(WorkspaceError) in
      try file.openReader()
    }
  }
}

extension Workspace: WorkspaceReading {
  /// Runs `body` in one read transaction.
  ///
  /// - Throws: `shutDown`, what SQLite reports, and what `body` throws.
  public func read<Output>(
    _ body: (ReadAccess) throws(WorkspaceError) -> Output
  ) throws(WorkspaceError) -> Output {
    let connection = try readers.take()
    defer { readers.giveBack(connection) }
    return try body(ReadAccess(connection: connection))
  }

  /// Runs one transaction; if `body` throws, it is rolled back.
  @discardableResult
  public func performChanges<Output>(
    durability: Durability? = nil, _ body: (inout Transaction) throws -> Output
  ) throws -> Output {
    throw WorkspaceError(.sqlite, "not yet")
  }
}
