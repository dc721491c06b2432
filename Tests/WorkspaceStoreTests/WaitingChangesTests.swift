import Dispatch
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct WaitingChangesTests {
  private final class NoOutlet: Outlet {
    let isIdle = false
    func enqueue(_ delivery: Delivery, commit: Int64) {}
  }

  /// What is taken out, put together: the bytes of each row, and each commit once.
  private struct Replay {
    var rows: [Int64: [UInt8]] = [:]
    var last: Int64 = 0
    var faults: [String] = []

    mutating func take(_ entry: WaitingChanges.Entry) {
      guard let commits = entry.commits, case .rows(let changes) = entry.changes else {
        return faults.append("no rows")
      }
      if commits.lowerBound != last + 1 { faults.append("\(commits) after \(last)") }
      last = commits.upperBound
      if !zip(changes, changes.dropFirst()).allSatisfy({ $0.rowID < $1.rowID }) {
        faults.append("\(commits) is not in order of row id")
      }
      for change in changes {
        if change.before == change.after { faults.append("\(commits) changes nothing") }
        if change.before != rows[change.rowID] { faults.append("\(commits) comes from elsewhere") }
        rows[change.rowID] = change.after
      }
    }
  }

  /// One commit with a few random changes.
  private func commit(
    _ rows: inout [Int64: [UInt8]], _ random: inout SeededGenerator, bytes: Int, of ids: Int64
  ) -> [RowChange] {
    var changes = CoalescedRows()
    for _ in 0..<Int.random(in: 1...12, using: &random) {
      let id = Int64.random(in: 0..<ids, using: &random)
      let isDelete = rows[id] != nil && Int.random(in: 0..<4, using: &random) == 0
      let after =
        isDelete ? nil : [UInt8](repeating: UInt8.random(in: 0...3, using: &random), count: bytes)
      changes.note(RowChange(rowID: id, before: rows[id], after: after))
      rows[id] = after
    }
    return changes.sorted
  }

  @Test(
    "What waits keeps each commit up to 1,024 and 16 MiB; beyond that the oldest become one, exactly",
    arguments: seeds(6), [8, 20_000])
  func bounds(seed: UInt64, bytes: Int) {
    var random = SeededGenerator(seed: seed)
    var waiting = WaitingChanges()
    var (rows, replay) = ([Int64: [UInt8]](), Replay())
    var (firsts, number) = (0, Int64(0))
    let outlet = NoOutlet()
    for round in 0..<6 {
      waiting.wait(for: outlet, keepsEach: true)
      for _ in 0..<Int.random(in: 1...(round.isMultiple(of: 2) ? 3_000 : 300), using: &random) {
        number += 1
        let changes = LiveChanges.rows(commit(&rows, &random, bytes: bytes, of: 300))
        switch waiting.add(changes, commit: number) {
        case .first: firsts += 1
        case .waiting: break
        case .refused: Issue.record("commit \(number) was refused")
        }
        #expect(waiting.count <= WaitingChanges.maximumCount)
      }
      #expect(firsts == 1)
      let kept = waiting.count
      var entries = 0
      while let stop = waiting.nextStop {
        #expect(waiting.firstCommits?.lowerBound == replay.last + 1)
        #expect(waiting.takeFirst(upTo: stop - 1) == nil)
        guard let next = waiting.takeFirst(upTo: stop) else { break }
        replay.take(next)
        entries += 1
      }
      #expect(waiting.takeFirst() == nil)
      #expect(waiting.isIdle)
      #expect(entries == kept)
      #expect(replay.faults == [])
      #expect(replay.rows == rows)
      firsts = 0
    }
  }

  @Test("More than 16 MiB of different rows do not wait, nor does what can't become one")
  func refused() {
    var waiting = WaitingChanges()
    waiting.wait(for: NoOutlet(), keepsEach: false)
    let bytes = [UInt8](repeating: 1, count: 1 << 20)
    var isRefused: [Bool] = []
    for number in 1...20 as ClosedRange<Int64> {
      let changes = LiveChanges.rows([RowChange(rowID: number, before: nil, after: bytes)])
      if case .refused = waiting.add(changes, commit: number) {
        isRefused.append(true)
      } else {
        isRefused.append(false)
      }
    }
    #expect(isRefused == (1...20).map { $0 > 15 })
    waiting.close()
    waiting.wait(for: NoOutlet(), keepsEach: false)
    for number in 1...1025 as ClosedRange<Int64> {
      let reception = waiting.add(
        .current([CurrentRow(rowID: 1, bytes: nil)], since: number), commit: number)
      if case .refused = reception { #expect(number == 1025) } else { #expect(number <= 1024) }
    }
  }

  @Test("Values of the dictionary that wait count by their bytes")
  func entries() {
    let entry = LiveEntry(value: .bytes([UInt8](repeating: 1, count: 1 << 20)))
    let changes = LiveChanges.entries([(DictionaryEntryID(namespace: "", key: "k"), entry)])
    #expect(changes.byteCount >= 1 << 20)
    var waiting = WaitingChanges()
    waiting.waitForFetch()
    for _ in 0..<20 { _ = waiting.add(changes, commit: nil) }
    #expect(waiting.count < 16)
    var pending = PendingUpdates(policy: .everyCommit)
    for commit in 1...40 as ClosedRange<Int64> {
      pending.add(PendingUpdate(value: entry, commits: commit...commit))
    }
    #expect(pending.count == 16)
    #expect(pending.takeFirst()?.commits == 1...25)
    for commit in 26...40 as ClosedRange<Int64> {
      #expect(pending.takeFirst()?.commits == commit...commit)
    }
    #expect(pending.isEmpty)
  }
}
