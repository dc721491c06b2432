import Testing

@testable import WorkspaceStore

@Suite struct WatchPauseTests {
  @Test("The pause doubles while events come at once, up to 64 ms, and is short again after quiet")
  func lengths() {
    var pause = WatchPause()
    #expect((0..<8).map { _ in pause.next(afterWatching: 0) } == [4, 8, 16, 32, 64, 64, 64, 64])
    #expect(pause.next(afterWatching: 63) == 64)
    #expect(pause.next(afterWatching: 64) == 2)
    #expect(pause.next(afterWatching: 2) == 2)
    #expect(pause.next(afterWatching: 1) == 4)
  }
}
