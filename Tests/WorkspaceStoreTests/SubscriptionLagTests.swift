import Dispatch
import FlatBufferCoding
import SnapshotDiff
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct SubscriptionLagTests {
  let store: ObservationStore
  var workspace: Workspace { store.workspace }

  init() throws {
    store = try ObservationStore()
  }

  private func insert(_ ids: ClosedRange<Int64>) throws {
    for id in ids { try workspace.performChanges { try $0.insert(Watched(id: id)) } }
  }

  @Test("A queue that lags behind gets each commit by itself, whatever their number")
  func eachCommit() throws {
    let probe = QueryProbe(workspace, Watched.all, policy: .everyCommit)
    _ = probe.settled()
    let fetches = workspace.observation.fetchCount
    for round in 0..<2 as Range<Int64> {
      probe.queue.suspend()
      try insert(150 * round + 1...150 * round + 150)
      probe.queue.resume()
      _ = probe.settled()
    }
    #expect(probe.now.updates.map(\.count) == Array(0...300))
    #expect(probe.now.faults == [])
    #expect(workspace.observation.fetchCount == fetches)
  }

  @Test(
    "Of more commits than 1,024 that wait for a queue, the oldest become one, and nothing is lost")
  func manyCommits() throws {
    let rows = QueryProbe(workspace, Watched.all, policy: .everyCommit)
    let window = QueryProbe(
      workspace, Watched.order { $0.id.descending }.limit(3), policy: .everyCommit,
      queue: rows.queue)
    let notes = Notes<(ClosedRange<Int64>, [Int64])>()
    let type = workspace.subscribe(
      toChangesOf: Watched.self, on: rows.queue, policy: .everyCommit
    ) { notes.add(($0.commits, $0.changes.map(\.id.rowID))) }
    let sums = Notes<Double?>()
    let sum = workspace.subscribe(
      to: Watched.all.sum(\.score), on: rows.queue, policy: .everyCommit
    ) { sums.add($0.value) }
    _ = rows.settled()
    let fetches = workspace.observation.fetchCount
    rows.queue.suspend()
    for id in 1...1500 as ClosedRange<Int64> {
      try workspace.performChanges { try $0.insert(Watched(id: id, score: 1)) }
    }
    rows.queue.resume()
    _ = rows.settled()
    for state in [rows.now, window.now] {
      #expect(state.faults == [])
      #expect((1024...1026).contains(state.updates.count))
      let commits = state.updates.map(\.commits)
      #expect(zip(commits, commits.dropFirst()).allSatisfy { $0.upperBound + 1 == $1.lowerBound })
      #expect(commits.filter { $0.count > 1 }.count == 1)
    }
    #expect(rows.now.records.count == 1500)
    #expect(window.now.records.map(\.id) == [1500, 1499, 1498])
    #expect(notes.all.flatMap(\.1) == Array(1...1500))
    #expect(notes.all.count == rows.now.updates.count)
    #expect(sums.all.last == 1500)
    #expect(workspace.observation.fetchCount == fetches)
    withExtendedLifetime((type, sum)) {}
  }

  @Test("On a queue with subscribers of both policies, each gets what its own has it")
  func newestBesideEach() throws {
    let each = QueryProbe(workspace, Watched.all, policy: .everyCommit)
    let newest = QueryProbe(workspace, Watched.order { $0.id.descending }, queue: each.queue)
    let alone = QueryProbe(workspace, Watched.order { $0.id.descending })
    for probe in [each, newest, alone] { _ = probe.settled() }
    each.queue.suspend()
    alone.queue.suspend()
    try insert(1...50)
    each.queue.resume()
    alone.queue.resume()
    for probe in [each, newest, alone] {
      #expect(probe.settled().records.count == 50)
      #expect(probe.now.faults == [])
    }
    #expect(each.now.updates.map(\.count) == Array(0...50))
    #expect(alone.now.updates.map(\.count) == [0, 50])
  }

  @Test("Who comes later, on another queue, does not wait for one that lags behind")
  func otherQueue() throws {
    let slow = QueryProbe(workspace, Watched.all, policy: .everyCommit)
    _ = slow.settled()
    slow.queue.suspend()
    try insert(1...5)
    let quick = QueryProbe(workspace, Watched.all, policy: .everyCommit)
    #expect(quick.settled().updates.map(\.count) == [5])
    try insert(6...8)
    #expect(quick.settled().records.count == 8)
    slow.queue.resume()
    #expect(slow.settled().updates.map(\.count) == Array(0...8))
    #expect(slow.now.faults + quick.now.faults == [])
  }

  @Test("A change that nobody sees does not hide the one before it from a queue that lags behind")
  func unseenAfterSeen() throws {
    let probe = QueryProbe(workspace, Watched.order { $0.score.ascending }.limit(3))
    try insert(1...60)
    _ = probe.settled()
    for score in 1...3 {
      probe.queue.suspend()
      try insert(Int64(100 + score)...Int64(100 + score))
      try workspace.performChanges { try $0.update(Watched(id: 2, score: -Double(score))) }
      try workspace.performChanges { try $0.update(Watched(id: 50, score: Double(score))) }
      probe.queue.resume()
      #expect(probe.settled().records.first == Watched(id: 2, score: -Double(score)))
      #expect(probe.now.faults == [])
    }
  }

  @Test("A commit that is too large to wait is applied at once")
  func largeCommit() throws {
    let probe = QueryProbe(workspace, Watched.all)
    _ = probe.settled()
    probe.queue.suspend()
    try insert(1...1)
    // As bytes it is just below what a change set keeps, and with what each row takes beside them above what waits.
    let text = String(repeating: "x", count: 4_090)
    try workspace.performChanges { changes in
      for id in 2...4001 as ClosedRange<Int64> { try changes.insert(Watched(id: id, text: text)) }
    }
    try insert(4002...4002)
    probe.queue.resume()
    #expect(probe.settled().records.count == 4002)
    #expect(probe.now.faults == [])
  }

  @Test("A sequence that is left while it lags behind lets go of its result")
  func abandonedSequence() async throws {
    for await update in workspace.updates(of: Watched.all) {
      try insert(Int64(update.count + 1)...Int64(update.count + 1))
      break
    }
    #expect(workspace.observation.resultCount == 0)
  }

  @Test("A sequence whose task lags behind gets each commit by itself")
  func sequence() async throws {
    var updates = workspace.updates(of: Watched.all, policy: .everyCommit).makeAsyncIterator()
    #expect(await updates.next()?.count == 0)
    try insert(1...100)
    for count in 1...100 { #expect(await updates.next()?.count == count) }
  }

  @Test("What lags behind is delivered before the end of the subscriptions")
  func shutdown() throws {
    let probe = QueryProbe(workspace, Watched.all, policy: .everyCommit)
    _ = probe.settled()
    probe.queue.suspend()
    try insert(1...3)
    workspace.observation.finish()
    probe.queue.resume()
    for _ in 0..<10 { probe.queue.sync {} }
    #expect(probe.now.updates.map(\.count) == [0, 1, 2, 3])
  }

  @Test("What was prepared for a commit that then fails leaves no trace")
  func preparedInVain() throws {
    let probe = QueryProbe(workspace, Watched.order { $0.score.descending })
    try insert(1...20)
    _ = probe.settled()
    let writer = workspace.writer
    try writer.queue.sync {
      let connection = try writer.requireConnection()
      let type = try #require(try connection.catalog.find(Watched.recordType))
      let change = RowChange(
        rowID: 3, before: bytes(Watched(id: 3)), after: bytes(Watched(id: 3, score: 7)))
      let changes = ChangeSet(
        commit: writer.lastSeen + 1, types: [type.number: .rows([change])])
      #expect(workspace.observation.prepare(changes, connection: connection)?.touched.count == 1)
    }
    try workspace.performChanges { try $0.update(Watched(id: 5, score: 9)) }
    #expect(probe.settled().records == (try workspace.fetch(Watched.order { $0.score.descending })))
    #expect(probe.now.faults == [])
  }

  @Test(
    "The changes noted while a commit is applied are those that a comparison finds",
    arguments: seeds(20))
  func notedChanges(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var model: [Int64: Watched] = [:]
    let probes = [
      QueryProbe(workspace, Watched.order { $0.rank.ascending }),
      QueryProbe(workspace, Watched.where { $0.group == "a" }.order { $0.score.descending }),
      QueryProbe(workspace, Watched.order { $0.rank.ascending }.limit(10).offset(3)),
    ]
    for probe in probes { _ = probe.settled() }
    for _ in 0..<60 {
      try LiveQueryTests.edit(
        &model, &random, workspace, count: Int.random(in: 1...2, using: &random))
      for probe in probes { #expect(probe.settled().faults == []) }
    }
    for probe in probes {
      let rows = probe.now.updates.map(\.rows)
      for (old, new) in zip(rows, rows.dropFirst()) {
        let (noted, found) = (new.changes(from: old), new.comparedChanges(from: old))
        #expect(noted.itemDeletes == found.itemDeletes)
        #expect(noted.itemInserts == found.itemInserts)
        #expect(noted.itemUpdates == found.itemUpdates)
        // Of two neighbours that change places, either has moved.
        #expect(noted.itemMoves.count == found.itemMoves.count)
        #expect(
          noted.itemMoves == found.itemMoves
            || noted.itemMoves.allSatisfy { abs($0.old.item - $0.new.item) == 1 })
      }
    }
  }

  private func bytes(_ record: Watched) -> [UInt8] {
    var builder = FlatBufferBuilder()
    builder.finish(record.write(to: &builder))
    return builder.bytes
  }
}
