import Dispatch
import SnapshotDiff
import TestSupport
import Testing

@testable import WorkspaceStore

/// What asks a live list for places by id.
@Suite struct LiveIndexTests {
  @Test("Every id has its position after a commit that moves most rows, forward and back")
  func renumbered() throws {
    let store = try ObservationStore()
    let count: Int32 = 300
    try store.workspace.performChanges { changes in
      for id in 0..<count { try changes.insert(Watched(id: Int64(id), rank: id)) }
    }
    let probes = [
      QueryProbe(store.workspace, Watched.order { $0.rank.ascending }),
      QueryProbe(store.workspace, Watched.order { $0.rank.descending }),
      QueryProbe(store.workspace, Watched.order { $0.rank.ascending }.limit(200).offset(3)),
    ]
    for shift in [1, 170, 299, 40, 0] as [Int32] {
      try store.workspace.performChanges { changes in
        for id in 0..<count {
          _ = try changes.upsert(Watched(id: Int64(id), rank: (id + shift) % count))
        }
      }
      for probe in probes {
        #expect(probe.settled().faults == [], "shift \(shift)")
        let last = try #require(probe.now.updates.last)
        for (place, id) in probe.now.ids.enumerated() {
          #expect(last[id]?.id == id.rowID)
          #expect(last.snapshot.position(of: id) == ListPosition(item: place))
        }
      }
    }
    for probe in probes { probe.cancel() }
  }

  @Test("A window keeps some rows behind its end, however many come", arguments: [1, 7, 500])
  func keepsFew(perCommit: Int) throws {
    let store = try ObservationStore()
    let query = Watched.order { $0.rank.ascending }.limit(50)
    let probe = QueryProbe(store.workspace, query)
    let least = Notes<Int32?>()
    let queue = DispatchQueue(label: "least")
    let subscription = store.workspace.subscribe(to: Watched.all.min(\.rank), on: queue) {
      least.add($0.value)
    }
    _ = probe.settled()
    var random = SeededGenerator(seed: 3)
    for start in stride(from: 0, to: 1500, by: perCommit) {
      try store.workspace.performChanges { changes in
        for id in start..<(start + perCommit) {
          let rank = Int32.random(in: 0..<10_000, using: &random)
          try changes.insert(Watched(id: Int64(id), rank: rank))
        }
      }
    }
    let expected = try store.workspace.fetch(query)
    #expect(probe.settled().records == expected)
    let rows = try #require(probe.now.updates.last?.rows.rows)
    // The window, and twice the 16 spare ones.
    #expect(rows.count <= 50 + 32)
    store.workspace.observation.settle(queue)
    #expect(least.all.last == expected.first?.rank)
    // One fetch each: what came was applied.
    #expect(store.workspace.observation.fetchCount == 2)
    probe.cancel()
    subscription.cancel()
  }
}
