import Dispatch
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct SubscriptionOrderTests {
  let store: ObservationStore
  let queue = DispatchQueue(label: "handlers")
  var workspace: Workspace { store.workspace }

  init() throws {
    store = try ObservationStore()
  }

  @Test("The completion of a transaction comes after what it has changed was delivered")
  func completion() throws {
    let notes = Notes<String>()
    let a = workspace.subscribe(to: Watched.all, on: queue, policy: .everyCommit) {
      notes.add("rows \($0.count)")
    }
    let b = workspace.dictionary.subscribe(to: "k", as: Int64.self, on: queue) {
      notes.add("key \($0.value ?? 0)")
    }
    workspace.observation.settle(queue)
    let before = notes.all.count
    let done = DispatchGroup()
    for id in 1...20 as ClosedRange<Int64> {
      done.enter()
      workspace.performChanges(on: queue) { changes in
        try changes.insert(Watched(id: id))
        try changes.dictionary.set(id, for: "k")
      } completion: { _ in
        notes.add("done \(id)")
        done.leave()
      }
    }
    done.wait()
    workspace.observation.settle(queue)
    let all = Array(notes.all.dropFirst(before))
    for id in 1...20 {
      let completion = try #require(all.firstIndex(of: "done \(id)"))
      #expect(all[..<completion].contains("rows \(id)"))
      let keys = all[..<completion].filter { $0.hasPrefix("key") }.compactMap {
        Int($0.dropFirst(4))
      }
      #expect(keys.last ?? 0 >= id)
    }
    withExtendedLifetime((a, b)) {}
  }

  @Test(
    "A change outside a window runs no statement and calls nobody; one that runs short fetches once"
  )
  func window() throws {
    let workspace = workspace
    try workspace.performChanges { changes in
      for id in 0..<500 as Range<Int64> { try changes.insert(Watched(id: id, score: Double(id))) }
    }
    let probe = QueryProbe(workspace, Watched.order { $0.score.ascending }.limit(20))
    _ = probe.settled()
    let fetches = workspace.observation.fetchCount
    for id in 100..<200 as Range<Int64> {
      try workspace.performChanges { try $0.update(Watched(id: id, group: "b", score: 300)) }
    }
    #expect(probe.settled().updates.count == 1)
    // The window keeps spare rows: it takes as many deletes until it has to fetch.
    for id in 0..<16 as Range<Int64> {
      _ = try workspace.performChanges { try $0.delete(Watched.self, key: id) }
    }
    #expect(probe.settled().records.first?.id == 16)
    #expect(workspace.observation.fetchCount == fetches)
    _ = try workspace.performChanges { try $0.delete(Watched.self, key: 16) }
    #expect(probe.settled().records.map(\.id) == Array(17..<37))
    #expect(workspace.observation.fetchCount == fetches + 1)
    #expect(probe.now.faults == [])
  }
}
