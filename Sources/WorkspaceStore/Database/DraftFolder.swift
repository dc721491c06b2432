#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#endif

/// A folder in which a file is made before it gets its place beside it, locked as long as its maker lives.
///
/// A maker that is killed leaves the folder. The next one that makes a file of the same name finds the lock free, and
/// removes it; where the file system has no such locks, nothing is removed. The lock is the folder's (`flock`), as
/// SQLite's own on the file would go with any descriptor that is closed.
struct DraftFolder: ~Copyable {
  /// The draft.
  let file: String
  private let path: String
  private let descriptor: Int32

  /// How often a folder is tried, as another maker may take a new one for one that was left.
  private static let attempts = 8

  /// Makes a folder beside `target`, and removes those that makers of the same file have left.
  ///
  /// - Throws: `missingFile`, `noPermission`, `full`, `cannotOpen`.
  init(for target: String) throws(WorkspaceError) {
    Self.removeLeftovers(of: target)
    var generator = SystemRandomNumberGenerator()
    for _ in 0..<Self.attempts {
      let number = String(UInt64.random(in: 0 ... .max, using: &generator), radix: 36)
      let path = "\(target).partial-\(number)"
      guard unsafe mkdir(path, 0o700) == 0 else {
        throw StoreFile(path: target, configuration: Configuration()).unopenable(nil)
      }
      guard let descriptor = try Self.lock(path, for: target) else { continue }
      self.path = path
      self.descriptor = descriptor
      file = Self.file(in: path)
      return
    }
    throw WorkspaceError(
      .cannotOpen, "A folder for the file while it is made can't be kept.", path: target)
  }

  deinit {
    Self.remove(path)
    if descriptor >= 0 { close(descriptor) }
  }

  private static func file(in folder: String) -> String { "\(folder)/draft" }

  /// Locks a new folder.
  ///
  /// - Returns: A descriptor that holds the lock, −1 where there are no locks; nil if another maker has removed the folder.
  private static func lock(_ path: String, for target: String) throws(WorkspaceError) -> Int32? {
    let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return nil }
      let error = StoreFile(path: target, configuration: Configuration()).unopenable(nil)
      unsafe rmdir(path)
      throw error
    }
    guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
      let isTaken = errno == EWOULDBLOCK
      close(descriptor)
      return isTaken ? nil : -1
    }
    // Whoever held the lock before may have removed the folder.
    guard unsafe access(path, F_OK) == 0 else {
      close(descriptor)
      return nil
    }
    return descriptor
  }

  /// Removes the folders of makers that are not alive any more.
  private static func removeLeftovers(of target: String) {
    let parent = StoreFile.folder(of: target)
    guard let entries = unsafe opendir(parent) else { return }
    let prefix = target.dropFirst(parent.count) + ".partial-"
    var left: [String] = []
    while let entry = unsafe readdir(entries) {
      let entryName = unsafe withUnsafeBytes(of: &entry.pointee.d_name) {
        unsafe String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if entryName.hasPrefix(prefix) { left.append(parent + entryName) }
    }
    unsafe closedir(entries)
    for path in left {
      let descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { remove(path) }
      close(descriptor)
    }
  }

  /// Removes a folder with the files that a draft can have, and nothing else.
  private static func remove(_ path: String) {
    for suffix in ["", "-journal", "-wal", "-shm"] { unsafe unlink(file(in: path) + suffix) }
    unsafe rmdir(path)
  }
}
