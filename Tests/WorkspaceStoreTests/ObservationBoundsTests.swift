import Dispatch
import TestSupport
import Testing

@testable import WorkspaceStore

/// What waits for subscribers that lag behind is bounded by its bytes.
@Suite struct ObservationBoundsTests {
  private static let bound = PendingUpdates.maximumBytes

  private func nodes(of tree: RowTree) -> [ObjectIdentifier: RowNode] {
    var nodes: [ObjectIdentifier: RowNode] = [:]
    var stack = [tree.root]
    while let node = stack.popLast() {
      nodes[ObjectIdentifier(node)] = node
      stack += node.children
    }
    return nodes
  }

  @Test(
    "The bytes that a version of rows counts are those that it does not share with the one before",
    arguments: seeds(12))
  func madeBytes(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var builder = RowTreeBuilder()
    for id in 0..<Int64.random(in: 0...4000, using: &random) {
      builder.append(rowID: id, payload: [UInt8](repeating: 1, count: 40))
    }
    var tree = builder.finish()
    let whole = nodes(of: tree).values.reduce(0) { $0 + $1.footprint }
    #expect(abs(tree.madeBytes - whole) <= 512)
    for step in 0..<120 {
      let (old, before) = (tree, nodes(of: tree))
      var removed = 0
      for _ in 0..<(step.isMultiple(of: 9) ? 40 : 1) {
        let position = Int.random(in: 0...tree.count, using: &random)
        let size = Int.random(in: 0..<8, using: &random) == 0 ? 12_000 : 60
        let payload = [UInt8](repeating: 2, count: size)
        switch Int.random(in: 0...2, using: &random) {
        case 0: tree.insert(rowID: Int64(10_000 + step), payload: payload, at: position)
        case 1 where position < tree.count:
          removed += tree.payload(at: position).count
          tree.replace(at: position, payload: payload)
        case 2 where position < tree.count:
          removed += tree.payload(at: position).count
          tree.remove(at: position)
        default: break
        }
      }
      let unshared = nodes(of: tree).reduce(0) { count, node in
        before[node.key] == nil ? count + node.value.footprint : count
      }
      let counted = tree.madeBytes - old.madeBytes
      #expect(unshared <= counted + counted / 16 + 1024, "step \(step)")
      // What was made and replaced again within a step is counted, too.
      if !step.isMultiple(of: 9) {
        #expect(counted <= 3 * unshared + removed + 1024, "step \(step)")
      }
    }
  }

  @Test("Of a result with subscribers on two queues that lag, no more waits than 16 MiB")
  func twoQueues() throws {
    let store = try ObservationStore()
    let workspace = store.workspace
    let (rows, size, commits) = (30 as Int64, 9_000, 150)
    func write(_ number: Int) throws {
      let text = String(repeating: Character(UnicodeScalar(UInt8(97 + number % 26))), count: size)
      try workspace.performChanges { changes in
        for id in 0..<rows {
          _ = try changes.upsert(Watched(id: id, rank: Int32(number), text: text))
        }
      }
    }
    try write(0)
    let query = Watched.order { $0.id.ascending }
    let probes = (0..<2).map { _ in QueryProbe(workspace, query, policy: .everyCommit) }
    for probe in probes { _ = probe.settled() }
    for probe in probes { probe.queue.suspend() }
    for number in 1...commits { try write(number) }
    for probe in probes { probe.queue.resume() }
    let most = Self.bound / (Int(rows) * size)
    for probe in probes {
      let state = probe.settled()
      #expect(state.updates.count - 1 <= most + 1)
      #expect(state.updates.count - 1 >= most / 2)
      #expect(state.updates.last.map { $0.commits.upperBound } == Int64(commits + 1))
      #expect(state.faults == [])
      #expect(state.records == (try workspace.fetch(query)))
      let ranges = state.updates.map(\.commits)
      #expect(zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound + 1 == $1.lowerBound })
      probe.cancel()
    }
  }

  @Test("A first value that waits is shared by what follows, which is kept commit by commit")
  func firstValue() throws {
    let store = try ObservationStore()
    let workspace = store.workspace
    let text = String(repeating: "x", count: 40_000)
    for part in 0..<2 as Range<Int64> {
      try workspace.performChanges { changes in
        for id in 0..<250 as Range<Int64> {
          try changes.insert(Watched(id: 250 * part + id, text: text))
        }
      }
    }
    let queues = (0..<2).map { DispatchQueue(label: "handlers \($0)") }
    let counts = queues.map { _ in Notes<Int>() }
    for queue in queues { queue.suspend() }
    let subscriptions = zip(queues, counts).map { queue, counts in
      workspace.subscribe(to: Watched.all, on: queue, policy: .everyCommit) {
        counts.add($0.count)
      }
    }
    workspace.observation.settleFetches()
    for id in 0..<20 as Range<Int64> {
      try workspace.performChanges { try $0.update(Watched(id: id, text: "\(id)")) }
    }
    for queue in queues { queue.resume() }
    for queue in queues { workspace.observation.settle(queue) }
    #expect(counts.map(\.all) == Array(repeating: Array(repeating: 500, count: 21), count: 2))
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("Texts of extremes, and names of keys, count as what waits")
  func textsAndNames() {
    var values = PendingUpdates(policy: .everyCommit)
    var names = PendingUpdates(policy: .everyCommit)
    let text = String(repeating: "x", count: 1 << 20)
    let name = String(repeating: "n", count: 800)
    for commit in 1...40 as ClosedRange<Int64> {
      var span = ValueSpan()
      span.add(.text(text + "\(commit)"))
      values.add(PendingUpdate(value: LiveValues(span), commits: commit...commit))
      let keys = (0..<1_000).map {
        DictionaryEntryID(namespace: "", key: "\(commit) \($0) \(name)")
      }
      names.add(PendingUpdate(value: LiveNamespace(keys: Set(keys)), commits: commit...commit))
    }
    // The least and the greatest are one text each.
    #expect((Self.bound >> 22)...(Self.bound >> 21) ~= values.count)
    #expect(names.count < 40)
    var seen: Set<DictionaryEntryID> = []
    while let update = names.takeFirst() {
      if let namespace = update.value as? LiveNamespace { seen.formUnion(namespace.keys) }
    }
    #expect(seen.count == 40_000)
  }
}
