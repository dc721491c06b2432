import BenchmarkHarness
import Dispatch
import class Foundation.Thread
import SnapshotDiff
import Synchronization

/// Snapshots: `snapshot/<n>/<work>`.
struct SnapshotCases {
  typealias Snapshot = ListSnapshot<WholeList, UInt64>

  private let benchmark: Benchmark
  private var isQuick: Bool { benchmark.options.isQuick }

  init(_ benchmark: Benchmark) {
    self.benchmark = benchmark
  }

  func run() throws {
    for count in isQuick ? [1_000, 100_000] : [1_000, 10_000, 100_000, 1_000_000]
    where isWanted("snapshot/\(count)") {
      var random = Generator(state: UInt64(count))
      let ids = (0..<count).map { _ in random.next() }
      try build(ids)
      try oneEdit(ids)
      try manyEdits(ids)
      try versionsApart(ids)
      try oneMove(ids)
      try rank(ids)
    }
  }

  private func isWanted(_ name: String) -> Bool { benchmark.isWanted(name) }

  private func build(_ ids: [UInt64]) throws {
    let loops = max(1, 10_000 / ids.count)
    try benchmark.measure(
      "snapshot/\(ids.count)/build", rounds: 9, seconds: 8,
      [
        Subject("set", loops: loops) { Set(ids).count },
        Subject("unique", loops: loops) { Snapshot(unique: ids).numberOfItems },
        Subject("checked", loops: loops) { (try? Snapshot(ids))?.numberOfItems ?? 0 },
      ])
  }

  /// One insert, delete or update of a row anywhere, and its difference; all together, and each kind by itself.
  private func oneEdit(_ ids: [UInt64]) throws {
    let name = "snapshot/\(ids.count)/edit1"
    try benchmark.take(name) {
      try oneEdit(name, ids, isIndexed: false) + oneEdit(name, ids, isIndexed: true)
    }
  }

  private func oneEdit(_ name: String, _ ids: [UInt64], isIndexed: Bool) throws -> [Measurement] {
    var random = Generator(state: 1)
    var snapshot = Snapshot(unique: ids)
    if isIndexed { _ = snapshot.position(of: ids[0]) }
    let clock = ContinuousClock()
    var times = [[Double]](repeating: [], count: 3)
    for round in 0..<(isQuick ? 1_500 : 6_000) {
      let old = snapshot
      let id = random.next()
      let position = ListPosition(item: random.place(below: old.numberOfItems))
      var changes = ListChanges()
      let time = try clock.measure {
        try edit(&snapshot, kind: round % 3, position, id: id)
        changes = snapshot.changes(from: old)
      }
      let told = [changes.itemInserts, changes.itemDeletes, changes.itemUpdates.map(\.new)]
      guard changes.count == 1, told[round % 3] == [position] else {
        throw WrongResult(description: "\(name): \(changes)")
      }
      if round >= 100 { times[round % 3].append(time.nanoseconds) }
    }
    let whole = isIndexed ? "with-index" : "snapshot-diff"
    let kinds = ["insert", "delete", "update"].map { isIndexed ? "\($0)-with-index" : $0 }
    return zip([whole] + kinds, [times.flatMap { $0 }] + times).map { subject, times in
      Measurement(case: name, subject: subject, rounds: times, count: 1)
    }
  }

  private func edit(
    _ snapshot: inout Snapshot, kind: Int, _ position: ListPosition, id: UInt64
  ) throws {
    switch kind {
    case 0: try snapshot.insert(unique: id, at: position)
    case 1: try snapshot.remove(at: position)
    default: try snapshot.setVersion(id, at: position)
    }
  }

  /// A thousand edits, moves among them, and one difference.
  private func manyEdits(_ ids: [UInt64]) throws {
    let name = "snapshot/\(ids.count)/edit1000"
    guard isWanted(name) else { return }
    let old = Snapshot(unique: ids)
    func editMany(_ new: inout Snapshot) throws -> ListChanges {
      var random = Generator(state: 7)
      for round in 0..<1_000 { try edit(&new, round: round, &random) }
      return new.changes(from: old)
    }
    var new = old
    let changes = try editMany(&new)
    let least = inOrderMinimum(from: rows(old), to: rows(new))
    try check(changes, from: rows(old), to: rows(new), name: name)
    try benchmark.measure(
      name, rounds: 15, seconds: 5,
      [
        // Letting go of the new list is not timed.
        Subject(
          "snapshot-diff", prepare: { old }, work: { try editMany(&$0).itemMoves.count }),
        Subject("minimum") { least },
      ])
  }

  private func rows(_ snapshot: Snapshot) -> [Row] {
    snapshot.itemIdentifiers.enumerated().map { place, id in
      Row(id: id, version: snapshot.version(at: ListPosition(item: place)))
    }
  }

  private func edit(_ snapshot: inout Snapshot, round: Int, _ random: inout Generator) throws {
    let position = ListPosition(item: random.place(below: snapshot.numberOfItems))
    if round % 4 < 3 {
      try edit(&snapshot, kind: round % 4, position, id: random.next())
    } else {
      let id = snapshot.itemIdentifier(at: position)
      try snapshot.remove(at: position)
      let target = random.place(below: snapshot.numberOfItems)
      try snapshot.insert(unique: id, at: ListPosition(item: target))
    }
  }

  /// Two versions with a hundred edits between them.
  private func versionsApart(_ ids: [UInt64]) throws {
    let name = "snapshot/\(ids.count)/apart100"
    try benchmark.take(name) { try versionsApart(name, ids) }
  }

  private func versionsApart(_ name: String, _ ids: [UInt64]) throws -> [Measurement] {
    var random = Generator(state: 3)
    var versions = [Snapshot(unique: ids)]
    for round in 0..<200 {
      var next = versions[round]
      try edit(&next, round: round, &random)
      versions.append(next)
    }
    let (first, last) = (rows(versions[99]), rows(versions[199]))
    let least = inOrderMinimum(from: first, to: last)
    try check(versions[199].changes(from: versions[99]), from: first, to: last, name: name)
    let clock = ContinuousClock()
    var count = 0
    let times = (0..<100).map { round in
      clock.measure { count = versions[round + 100].changes(from: versions[round]).itemMoves.count }
        .nanoseconds
    }
    return [
      Measurement(case: name, subject: "snapshot-diff", rounds: times, count: count),
      minimum(least, name),
    ]
  }

  /// The fewest moves, to compare with; nobody is timed for it.
  private func minimum(_ moves: Int, _ name: String) -> Measurement {
    Measurement(case: name, subject: "minimum", rounds: [0], count: moves)
  }

  /// One `moveItem` by id, and its difference.
  private func oneMove(_ ids: [UInt64]) throws {
    let name = "snapshot/\(ids.count)/move1"
    try benchmark.take(name) { [try oneMove(name, ids), minimum(1, name)] }
  }

  private func oneMove(_ name: String, _ ids: [UInt64]) throws -> Measurement {
    var random = Generator(state: 5)
    var snapshot = Snapshot(unique: ids)
    _ = snapshot.position(of: ids[0])
    let clock = ContinuousClock()
    var times: [Double] = []
    for round in 0..<3_000 {
      let old = snapshot
      let id = ids[random.place(below: ids.count)]
      var anchor = id
      while anchor == id { anchor = ids[random.place(below: ids.count)] }
      var changes = ListChanges()
      let time = try clock.measure {
        try snapshot.moveItem(id, afterItem: anchor)
        changes = snapshot.changes(from: old)
      }
      // A row that already stands there makes no change, which is as good as never.
      let isMoved = changes.count == 1 && changes.itemMoves.count == 1
      guard isMoved || (changes.isEmpty && isBehind(anchor, id, in: old)) else {
        throw WrongResult(description: "\(name): \(changes)")
      }
      if round % 500 == 0 {
        try check(changes, from: rows(old), to: rows(snapshot), name: name)
        guard isBehind(anchor, id, in: snapshot) else {
          throw WrongResult(description: "\(name): the row is not where it was to go")
        }
      }
      if round >= 100 { times.append(time.nanoseconds) }
    }
    return Measurement(case: name, subject: "snapshot-diff", rounds: times, count: 1)
  }

  private func isBehind(_ anchor: UInt64, _ id: UInt64, in snapshot: Snapshot) -> Bool {
    guard let place = snapshot.position(of: anchor) else { return false }
    return snapshot.position(of: id) == ListPosition(item: place.item + 1)
  }

  /// The position of an id in each of the last hundred versions, asked by two threads at once.
  ///
  /// A round asks once in each version; its time is the mean of the hundred. `other-ids` asks for another id in each:
  /// then hardly anything that a look-up reads is in a cache.
  private func rank(_ ids: [UInt64]) throws {
    let name = "snapshot/\(ids.count)/rank"
    try benchmark.take(name) {
      [
        try rank(name, "snapshot-diff", ids, idsPerRound: 1),
        try rank(name, "other-ids", ids, idsPerRound: 100),
      ]
    }
  }

  private func rank(
    _ name: String, _ subject: String, _ ids: [UInt64], idsPerRound: Int
  ) throws -> Measurement {
    var random = Generator(state: 9)
    var snapshot = Snapshot(unique: ids)
    _ = snapshot.position(of: ids[0])
    var versions: [Snapshot] = []
    for _ in 0..<100 {
      let position = ListPosition(item: random.place(below: snapshot.numberOfItems))
      try snapshot.insert(unique: random.next(), at: position)
      versions.append(snapshot)
    }
    let frozen = versions
    let batch = 100
    let rounds = isQuick ? 200 : 1_000
    let times = Mutex<[Double]>([])
    let ready = Atomic(0)
    let group = DispatchGroup()
    for thread in 0..<2 {
      group.enter()
      Thread.detachNewThread {
        var random = Generator(state: UInt64(thread) + 11)
        let clock = ContinuousClock()
        // Neither begins before the other can.
        ready.add(1, ordering: .acquiringAndReleasing)
        while ready.load(ordering: .acquiring) < 2 {}
        for _ in 0..<rounds {
          let some = (0..<idsPerRound).map { _ in ids[random.place(below: ids.count)] }
          let asked = (0..<batch).map { some[$0 % idsPerRound] }
          let start = clock.now
          for (place, id) in asked.enumerated() {
            precondition(frozen[place].position(of: id) != nil, "\(name): an id is lost")
          }
          let time = (clock.now - start).nanoseconds / Double(batch)
          times.withLock { $0.append(time) }
        }
        group.leave()
      }
    }
    group.wait()
    return Measurement(
      case: name, subject: subject, rounds: times.withLock { $0 }, count: batch)
  }
}
