import Dispatch
import Foundation
import TestSupport
import Testing

@testable import WorkspaceStore

/// Texts that Swift's `==` takes for one, and a store for two.
@Suite struct UTF8KeyTests {
  private let composed = "\u{e9}"
  private let decomposed = "e\u{301}"

  @Test("Values of keys are equal, and hash alike, by what a store compares")
  func keyValues() {
    #expect(composed == decomposed)
    #expect(KeyValue.text(composed) != .text(decomposed))
    #expect(KeyValues(.text(composed)) != KeyValues(.text(decomposed)))
    #expect(Set([KeyValue.text(composed), .text(decomposed), .text("\u{e9}")]).count == 2)
    #expect(KeyValue.real(0) == .real(-0.0))
    #expect(Set([KeyValue.real(0), .real(-0.0)]).count == 1)
    #expect(KeyValue.integer(1) != .unsigned(1))
    #expect(KeyValue.bool(true) == .bool(true))
    #expect(
      KeyValues(.integer(1), [.text(composed)]) != KeyValues(.integer(1), [.text(decomposed)]))
  }

  @Test("Steps of a migration whose names differ in bytes are two steps, each run once")
  func migrationSteps() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let steps = [composed, decomposed].enumerated().map { place, name in
      MigrationStep(name) { changes, _ in try changes.insert(StoreItem(id: Int64(place))) }
    }
    #expect(try workspace.migrate([steps[0]]).count == 1)
    #expect(try workspace.migrate(steps).map { Array($0.utf8) } == [Array(decomposed.utf8)])
    #expect(try workspace.migrate(steps) == [])
    #expect(try workspace.count(StoreItem.all) == 2)
    let names = try workspace.completedMigrations().map { Array($0.utf8) }
    #expect(names == [Array(composed.utf8), Array(decomposed.utf8)])
  }

  @Test("Live results of keys that differ in bytes only are two results")
  func liveKeys() {
    let sources = [composed, decomposed].map {
      LiveSource.object(KeyValues(.text($0)), of: StoreNote.self)
    }
    #expect(sources[0].key != sources[1].key)
    #expect(Set(sources.map(\.key)).count == 2)
  }

  #if os(Linux)
    @Test("Directories whose names differ in bytes only are watched each")
    func directories() throws {
      let folder = try TemporaryFolder()
      let events = DirectoryEvents()
      for name in [composed, decomposed] {
        let path = folder.file(name)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
      }
      let heard = [composed, decomposed].map { _ in DispatchSemaphore(value: 0) }
      let tokens = try [composed, decomposed].enumerated().map { place, name in
        try #require(events.watch(folder.file(name)) { _ in heard[place].signal() })
      }
      for (place, name) in [composed, decomposed].enumerated() {
        try Data([1]).write(to: URL(fileURLWithPath: folder.file(name) + "/file"))
        #expect(heard[place].wait(timeout: .now() + 60) == .success)
      }
      for token in tokens { events.unwatch(token) }
    }
  #endif
}
