#if os(Linux)
  import Dispatch
  import Foundation
  import TestSupport
  import Testing

  @testable import WorkspaceStore

  @Suite struct DirectoryEventsTests {
    let folder: TemporaryFolder
    let events = DirectoryEvents()

    init() throws {
      folder = try TemporaryFolder()
    }

    private func write(_ name: String) throws {
      try Data([1]).write(to: URL(fileURLWithPath: folder.file(name)))
    }

    /// Writes a file again and again until so many events more were read.
    private func write(_ name: String, untilEvents count: Int) throws {
      let (target, end) = (events.eventCount + count, ContinuousClock.now + .seconds(60))
      while events.eventCount < target, ContinuousClock.now < end { try write(name) }
      #expect(events.eventCount >= target)
    }

    @Test("Files of nobody's are told of at most every 500 ms, and one's own at each event")
    func others() throws {
      let (names, logs) = (Notes<String?>(), Notes<String?>())
      let tokens = [
        try #require(events.watch(folder.path, for: { $0 == "store" }) { names.add($0) }),
        try #require(events.watch(folder.path, for: { $0 == "log" }) { logs.add($0) }),
      ]
      let start = ContinuousClock.now
      // Each is followed by one that tells of the end of the watch.
      try write("log", untilEvents: 32)
      let halfSeconds = Int((ContinuousClock.now - start) / .milliseconds(500))
      #expect(names.all.count <= 2 + 2 * halfSeconds)
      #expect(names.all.allSatisfy { $0 == nil })
      #expect(logs.all.count { $0 == "log" } >= 12)
      for token in tokens { events.unwatch(token) }
    }

    @Test("What is written while the directory is not watched is told, whatever ended the watch")
    func duringPause() throws {
      let isTold = DispatchSemaphore(value: 0)
      let token = try #require(
        events.watch(folder.path, for: { $0 == "store" }) { _ in isTold.signal() })
      for _ in 0..<3 {
        try write("log", untilEvents: 1)
        // What was told so far is no answer to what comes now.
        while isTold.wait(timeout: .now()) == .success {}
        try write("store")
        #expect(isTold.wait(timeout: .now() + 60) == .success)
      }
      events.unwatch(token)
    }
  }
#endif
