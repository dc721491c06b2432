import BenchmarkHarness
import Dispatch
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

  /// One insert, delete or update of a row anywhere, and its difference.
  private func oneEdit(_ ids: [UInt64]) throws {
    let name = "snapshot/\(ids.count)/edit1"
    try benchmark.take(name) {
      [try oneEdit(name, ids, isIndexed: false), try oneEdit(name, ids, isIndexed: true)]
    }
  }

  private func oneEdit(_ name: String, _ ids: [UInt64], isIndexed: Bool) throws -> Measurement {
    var random = Generator(state: 1)
    var snapshot = Snapshot(unique: ids)
    if isIndexed { _ = snapshot.position(of: ids[0]) }
    let clock = ContinuousClock()
    var times: [Double] = []
    for round in 0..<(isQuick ? 1_500 : 6_000) {
      let old = snapshot
      let id = random.next()
      let position = ListPosition(item: random.place(below: old.numberOfItems))
      var changes = ListChanges()
      let time = try clock.measure {
        try edit(&snapshot, kind: round % 3, position, id: id)
        changes = snapshot.changes(from: old)
      }
      guard changes.count == 1, changes.itemMoves.isEmpty else {
        throw WrongResult(description: "\(name): \(changes)")
      }
      if round >= 100 { times.append(time.nanoseconds) }
    }
    return Measurement(
      case: name, subject: isIndexed ? "with-index" : "snapshot-diff", rounds: times, count: 1)
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
    try benchmark.measure(
      name, rounds: 15, seconds: 5,
      [
        Subject(timing: "snapshot-diff") {
          var random = Generator(state: 7)
          var changes = ListChanges()
          let time = try ContinuousClock().measure {
            var new = old
            for round in 0..<1_000 { try edit(&new, round: round, &random) }
            changes = new.changes(from: old)
          }
          return Subject.Round(nanoseconds: time.nanoseconds, count: changes.count)
        }
      ])
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
    try benchmark.take(name) { [try versionsApart(name, ids)] }
  }

  private func versionsApart(_ name: String, _ ids: [UInt64]) throws -> Measurement {
    var random = Generator(state: 3)
    var versions = [Snapshot(unique: ids)]
    for round in 0..<200 {
      var next = versions[round]
      try edit(&next, round: round, &random)
      versions.append(next)
    }
    let clock = ContinuousClock()
    var count = 0
    let times = (0..<100).map { round in
      clock.measure { count = versions[round + 100].changes(from: versions[round]).count }
        .nanoseconds
    }
    return Measurement(case: name, subject: "snapshot-diff", rounds: times, count: count)
  }

  /// One `moveItem` by id, and its difference.
  private func oneMove(_ ids: [UInt64]) throws {
    let name = "snapshot/\(ids.count)/move1"
    try benchmark.take(name) { [try oneMove(name, ids)] }
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
      guard changes.count == changes.itemMoves.count, changes.count <= 1 else {
        throw WrongResult(description: "\(name): \(changes)")
      }
      if round >= 100 { times.append(time.nanoseconds) }
    }
    return Measurement(case: name, subject: "snapshot-diff", rounds: times, count: 1)
  }

  /// The position of an id in one of the last hundred versions, asked by two threads at once.
  private func rank(_ ids: [UInt64]) throws {
    let name = "snapshot/\(ids.count)/rank"
    try benchmark.take(name) { [try rank(name, ids)] }
  }

  private func rank(_ name: String, _ ids: [UInt64]) throws -> Measurement {
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
    DispatchQueue.concurrentPerform(iterations: 2) { thread in
      var random = Generator(state: UInt64(thread) + 11)
      let clock = ContinuousClock()
      for _ in 0..<rounds {
        let asked = (0..<batch).map { _ in ids[random.place(below: ids.count)] }
        let start = clock.now
        for (place, id) in asked.enumerated() {
          precondition(frozen[place].position(of: id) != nil, "\(name): an id is lost")
        }
        let time = (clock.now - start).nanoseconds / Double(batch)
        times.withLock { $0.append(time) }
      }
    }
    return Measurement(
      case: name, subject: "snapshot-diff", rounds: times.withLock { $0 }, count: batch)
  }
}
