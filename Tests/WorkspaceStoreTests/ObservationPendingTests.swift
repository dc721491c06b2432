import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct ObservationPendingTests {
  final class Sum: LiveValue {
    let total: Int
    init(total: Int) { self.total = total }
    func merged(over older: any LiveValue) -> any LiveValue {
      Sum(total: total + ((older as? Sum)?.total ?? 0))
    }
  }

  @Test("The newest policy keeps one value and the whole range of commits")
  func newest() {
    var pending = PendingUpdates(policy: .newest)
    for commit in 1...50 as ClosedRange<Int64> {
      pending.add(PendingUpdate(value: Sum(total: 1), commits: commit...commit))
    }
    #expect(pending.count == 1)
    #expect(pending.takeFirst(upTo: 49) == nil)
    let taken = pending.takeFirst()
    #expect(taken?.commits == 1...50)
    #expect((taken?.value as? Sum)?.total == 50)
    #expect(pending.takeFirst() == nil)
  }

  @Test("Every commit is kept up to 1,024, then the oldest are merged", arguments: seeds(20))
  func everyCommit(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var pending = PendingUpdates(policy: .everyCommit)
    var (commit, taken, last): (Int64, Int, Int64) = (0, 0, 0)
    for _ in 0..<40 {
      for _ in 0..<Int.random(in: 0...300, using: &random) {
        commit += 1
        pending.add(PendingUpdate(value: Sum(total: 1), commits: commit...commit))
      }
      #expect(pending.count <= 1024)
      for _ in 0..<Int.random(in: 0...100, using: &random) {
        guard let update = pending.takeFirst() else { break }
        #expect(update.commits.lowerBound == last + 1)
        #expect((update.value as? Sum)?.total == update.commits.count)
        last = update.commits.upperBound
        taken += (update.value as? Sum)?.total ?? 0
      }
    }
    while let update = pending.takeFirst() { taken += (update.value as? Sum)?.total ?? 0 }
    #expect(taken == Int(commit))
  }

  @Test("After a signal there are looks after 2, 10, 50, 250 and 800 ms, unless another comes")
  func looks() throws {
    var schedule = LookSchedule()
    var next = schedule.signal()
    var (times, time): ([Int], Int) = ([], 0)
    while let look = next {
      time += look.delay
      times.append(time)
      let following = schedule.take(look)
      next = try #require(following)
    }
    #expect(times == [2, 10, 50, 250, 800])
    let (first, second) = (schedule.signal(), schedule.signal())
    let late = try schedule.take(#require(first))
    let due = try schedule.take(#require(second))
    #expect(late == nil)
    #expect(due != nil)
    schedule.stop()
    let none = schedule.signal()
    #expect(none == nil)
  }
}
