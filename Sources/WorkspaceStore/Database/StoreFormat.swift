internal import CSQLite
internal import Migrations

/// What makes a database a store: application id, version, migrations, and settings that the file keeps.
struct StoreFormat {
  let connection: Connection

  /// The version that this library writes.
  static var newestVersion: Int64 { Int64(Migration.all.last?.number ?? 0) }

  /// Whether the database says that it is a store.
  func hasApplicationID() throws(WorkspaceError) -> Bool {
    try pragma("application_id") == StoreFile.applicationID
  }

  /// Refuses another program's database; one without any content is not refused.
  func refuseForeign() throws(WorkspaceError) {
    if try hasApplicationID() { return }
    guard try pragma("application_id") == 0, try isBlank() else { throw foreign() }
  }

  /// Refuses what is no store, or one of a version that this library can't read.
  func refuseOthers() throws(WorkspaceError) {
    guard try pragma("application_id") == StoreFile.applicationID else {
      guard try isBlank() else { throw foreign() }
      throw WorkspaceError(
        .emptyFile, "The database is empty; open it for writing to make a store of it.",
        path: connection.path)
    }
    try refuseNewer()
  }

  /// Makes a store of an empty database, runs the migrations that are missing, and turns on the write-ahead log.
  ///
  /// Scripts run in one transaction, in rollback mode for a new store, so that its application id is in the file
  /// itself before there is a log.
  func bringUpToDate() throws(WorkspaceError) {
    let application = try pragma("application_id")
    let version = try pragma("user_version")
    if application != StoreFile.applicationID || version != Self.newestVersion {
      if application == 0 { try connection.execute("PRAGMA encoding = 'UTF-8'") }
      try connection.execute("BEGIN IMMEDIATE")
      do throws(WorkspaceError) {
        try migrate()
        try connection.execute("COMMIT")
      } catch {
        // The first error says more than what a roll-back could add.
        if connection.isInTransaction { try? connection.execute("ROLLBACK") }
        throw error
      }
    }
    try refuseChangedScripts()
    guard connection.path != nil else { return }
    guard try turnOnLog() == "wal" else {
      throw WorkspaceError(
        .cannotOpen, "The file system does not support a write-ahead log.", path: connection.path)
    }
  }

  /// Turns on the write-ahead log, and tells the journal mode that there is then.
  ///
  /// SQLite does not wait for others here, as it makes a writer of a reader; so this does, as long as the busy timeout.
  private func turnOnLog() throws(WorkspaceError) -> String {
    let pause: Int32 = 2
    var waited: Int32 = 0
    while true {
      do throws(WorkspaceError) {
        return try connection.withStatement("PRAGMA journal_mode = WAL") {
          (statement) throws(WorkspaceError) in try statement.step() ? statement.text(0) : ""
        }
      } catch {
        guard error.code == .busy, waited < connection.busyTimeout else { throw error }
        sqlite3_sleep(pause)
        waited += pause
      }
    }
  }

  private func migrate() throws(WorkspaceError) {
    let application = try pragma("application_id")
    if application != StoreFile.applicationID {
      guard application == 0, try isBlank() else { throw foreign() }
    }
    try refuseNewer()
    let encoding = try connection.withStatement("PRAGMA encoding") {
      (statement) throws(WorkspaceError) in try statement.step() ? statement.text(0) : ""
    }
    guard encoding == "UTF-8" else { throw foreign() }
    let version = try pragma("user_version")
    for migration in Migration.all where Int64(migration.number) > version {
      try connection.execute(String(decoding: migration.script, as: UTF8.self))
      try connection.withStatement("INSERT INTO __migration VALUES (?, ?, ?)") {
        (statement) throws(WorkspaceError) in
        try statement.bind(1, Int64(migration.number))
        try statement.bind(2, migration.name)
        try statement.bind(3, migration.checksum)
        try statement.run()
      }
    }
    try connection.execute("PRAGMA user_version = \(Self.newestVersion)")
    try connection.execute("PRAGMA application_id = \(StoreFile.applicationID)")
  }

  /// Refuses a store of a version that this library does not know.
  func refuseNewer() throws(WorkspaceError) {
    let version = try pragma("user_version")
    guard version <= Self.newestVersion else {
      throw WorkspaceError(
        .newerVersion,
        "The store has version \(version) and this program knows \(Self.newestVersion); update the program.",
        path: connection.path)
    }
  }

  /// Refuses a store that other scripts have made than those of this program.
  func refuseChangedScripts() throws(WorkspaceError) {
    try connection.withStatement("SELECT number, checksum FROM __migration") {
      (statement) throws(WorkspaceError) in
      while try statement.step() {
        let number = statement.integer(0)
        guard let known = Migration.all.first(where: { Int64($0.number) == number }),
          known.matches(statement.array(1))
        else {
          throw WorkspaceError(
            .damagedStore,
            "Migration \(number) of the store was another script than this program's.",
            path: connection.path)
        }
      }
    }
  }

  private func isBlank() throws(WorkspaceError) -> Bool {
    guard try pragma("user_version") == 0 else { return false }
    return try connection.integer("SELECT count(*) FROM sqlite_master") == 0
  }

  private func pragma(_ name: String) throws(WorkspaceError) -> Int64 {
    try connection.integer("PRAGMA \(name)") ?? 0
  }

  private func foreign() -> WorkspaceError {
    WorkspaceError(
      .notAStore, "The file is an SQLite database of another program; nothing was changed.",
      path: connection.path)
  }
}
