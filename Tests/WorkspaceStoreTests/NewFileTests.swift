import Foundation
import TestSupport
import Testing

@testable import WorkspaceStore

#if canImport(Glibc)
  import Glibc
#endif

@Suite struct NewFileTests {
  @Test("A file gets its name, and then its folder is synced", arguments: [true, false])
  func syncedFolder(canRename: Bool) throws {
    let folder = try TemporaryFolder()
    let target = folder.file("copy.db")
    var synced = 0
    try NewFile.make(
      at: target, canRename: canRename,
      sync: { descriptor in
        synced += 1
        // It is there by then, and the descriptor is that of its folder.
        #expect(FileManager.default.fileExists(atPath: target))
        var (own, parent) = (stat(), stat())
        #expect(unsafe fstat(descriptor, &own) == 0 && stat(folder.path, &parent) == 0)
        #expect(own.st_ino == parent.st_ino)
        return 0
      }
    ) { draft in try Data("bytes".utf8).write(to: URL(fileURLWithPath: draft)) }
    #expect(synced == 1)
    #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == Data("bytes".utf8))
  }

  @Test(
    "Where the folder can't be written to the disk nothing is left; where it can't be synced at all nothing is wrong"
  )
  func failedSync() throws {
    let folder = try TemporaryFolder()
    let target = folder.file("copy.db")
    for (reason, isError) in [(EIO, true), (ENOSPC, true), (EINVAL, false)] {
      let thrown = error {
        try NewFile.make(
          at: target,
          sync: { _ in
            errno = reason
            return -1
          }
        ) { draft in try Data("bytes".utf8).write(to: URL(fileURLWithPath: draft)) }
      }
      #expect((thrown?.code == .inputOutput) == isError)
      #expect(FileManager.default.fileExists(atPath: target) != isError)
    }
  }
}
