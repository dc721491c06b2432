import FaultVFS
import Foundation
import WorkspaceStore

/// A store on files that fail as they are told to, in a folder of its own.
///
/// Lifetime: nothing can be opened after `deinit`; what is open then, stays readable until it is closed.
@safe final class FaultFiles {
  /// What fails.
  struct Kinds: OptionSet {
    let rawValue: UInt32
    static let read = Kinds(rawValue: UInt32(FAULT_READ))
    static let write = Kinds(rawValue: UInt32(FAULT_WRITE))
    static let sync = Kinds(rawValue: UInt32(FAULT_SYNC))
    static let truncate = Kinds(rawValue: UInt32(FAULT_TRUNCATE))
    static let open = Kinds(rawValue: UInt32(FAULT_OPEN))
    static let delete = Kinds(rawValue: UInt32(FAULT_DELETE))
    static let lock = Kinds(rawValue: UInt32(FAULT_LOCK))
    static let map = Kinds(rawValue: UInt32(FAULT_MAP))
    /// All that change something on the disk.
    static let changes: Kinds = [.write, .sync, .truncate, .open, .delete]
  }

  let path: String
  private let folder: URL
  private let name: String
  private let vfs: OpaquePointer

  init() throws {
    name = "fault-\(UUID().uuidString)"
    folder = FileManager.default.temporaryDirectory.appendingPathComponent(name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    path = folder.appendingPathComponent("test.db").path
    guard let made = unsafe fault_vfs_make(name) else { throw CocoaError(.featureUnsupported) }
    unsafe vfs = made
  }

  deinit {
    unsafe fault_vfs_free(vfs)
    try? FileManager.default.removeItem(at: folder)
  }

  /// How to open the store on these files.
  func configuration(durability: Durability = .process) -> Configuration {
    var configuration = Configuration(
      readers: 1, busyTimeout: 50, durability: durability, logSizeLimit: 16)
    configuration.vfs = name
    return configuration
  }

  /// Lets operations fail, from the one with number `first` on; counting begins anew.
  func fail(_ kinds: Kinds, first: Int, count: Int = .max, code: Int32 = 0, isTorn: Bool = false) {
    unsafe fault_vfs_arm(
      vfs, kinds.rawValue, Int64(first), Int64(count), code, isTorn ? 1 : 0)
  }

  /// Counts operations without failing any.
  func watch(_ kinds: Kinds) {
    fail(kinds, first: .max)
  }

  /// Lets nothing fail any more.
  func mend() {
    unsafe fault_vfs_disarm(vfs)
  }

  /// How many operations of the kinds there were.
  var count: Int { Int(unsafe fault_vfs_count(vfs)) }

  /// Forgets what was not synced, as `seed` has it.
  func losePower(seed: UInt64) -> Bool {
    unsafe fault_vfs_lose_power(vfs, seed) == 0
  }
}
