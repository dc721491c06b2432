import CSQLiteBaseline

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Keys and values in one table, of the form of the store's dictionary.
@safe final class RawDictionary {
  let database: RawDatabase
  private let setting: OpaquePointer
  private let settingRecord: OpaquePointer
  private let getting: OpaquePointer

  init(path: String) throws {
    database = try RawDatabase(
      path: path,
      schema: """
        CREATE TABLE IF NOT EXISTS entry(rowid INTEGER PRIMARY KEY, namespace TEXT NOT NULL, key TEXT NOT NULL,
        tag INTEGER NOT NULL, type TEXT, value, UNIQUE(namespace, key))
        """)
    unsafe setting = try database.prepare(
      """
      INSERT INTO entry(namespace, key, tag, value) VALUES ('', ?, 2, ?)
      ON CONFLICT(namespace, key) DO UPDATE SET tag = excluded.tag, value = excluded.value
      """)
    unsafe settingRecord = try database.prepare(
      """
      INSERT INTO entry(namespace, key, tag, type, value) VALUES ('', ?, 7, 'Bench.Doc', ?)
      ON CONFLICT(namespace, key) DO UPDATE SET tag = excluded.tag, type = excluded.type, value = excluded.value
      """)
    unsafe getting = try database.prepare(
      "SELECT tag, value FROM entry WHERE namespace = '' AND key = ?")
  }

  func set(_ value: Int, for key: RawText) throws {
    unsafe database.bind(setting, 1, key)
    unsafe sqlite3_bind_int64(setting, 2, Int64(value))
    try unsafe database.run(setting)
  }

  /// Sets a record, encoded before, under its own key.
  func set(_ row: RawRow) throws {
    unsafe database.bind(settingRecord, 1, row.title)
    unsafe database.bind(settingRecord, 2, row.payload)
    try unsafe database.run(settingRecord)
  }

  func get(_ key: RawText) throws -> Int? {
    defer { unsafe sqlite3_reset(getting) }
    unsafe database.bind(getting, 1, key)
    guard try unsafe database.next(getting), unsafe sqlite3_column_int(getting, 0) == 2 else {
      return nil
    }
    return unsafe Int(sqlite3_column_int64(getting, 1))
  }
}

/// A Swift dictionary behind a lock.
@safe final class LockedDictionary {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var values: [String: Int]

  init(_ values: [String: Int]) {
    self.values = values
    unsafe pthread_mutex_init(mutex, nil)
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe mutex.deallocate()
  }

  func get(_ key: String) -> Int? {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return values[key]
  }
}
