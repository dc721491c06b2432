import Dispatch
import TestSupport
import Testing

@testable import WorkspaceStore

/// Live results while nobody waits for them: queues that lag, two workspaces on a file, groups whose members fail.
@Suite struct LiveUnsettledTests {
  private struct Refusal: Error {}

  private static let queries: [Query<Watched>] = [
    Watched.all, Watched.where { $0.group == "a" }.order { $0.rank.descending },
    Watched.order { $0.score.ascending }.limit(7).offset(2),
    Watched.where { $0.rank > 3 }.order { $0.text.ascending }.limit(3),
    Watched.order { $0.rank.ascending }.offset(5),
  ]

  /// A workspace and its followers, on queues that are held up now and then.
  private final class Side {
    let workspace: Workspace
    let probes: [QueryProbe<Watched>]
    let keys: Notes<Int?>
    private let subscription: Subscription
    private let shared = DispatchQueue(label: "shared")
    private var isHeld = false

    init(_ workspace: Workspace, _ random: inout SeededGenerator) {
      self.workspace = workspace
      var probes: [QueryProbe<Watched>] = []
      for query in queries {
        let policy: DeliveryPolicy = Bool.random(using: &random) ? .newest : .everyCommit
        let queue = Bool.random(using: &random) ? shared : DispatchQueue(label: "own")
        probes.append(QueryProbe(workspace, query, policy: policy, queue: queue))
      }
      self.probes = probes
      let keys = Notes<Int?>()
      self.keys = keys
      subscription = workspace.dictionary.subscribe(
        to: "step", as: Int.self, on: shared, policy: .everyCommit
      ) { keys.add($0.value) }
    }

    /// The queues, each once.
    private var queues: [DispatchQueue] {
      probes.map(\.queue).reduce(into: [shared]) { queues, queue in
        if !queues.contains(where: { $0 === queue }) { queues.append(queue) }
      }
    }

    func hold(_ isHeld: Bool) {
      guard isHeld != self.isHeld else { return }
      self.isHeld = isHeld
      for queue in queues { if isHeld { queue.suspend() } else { queue.resume() } }
    }

    func faults() throws -> [String] {
      hold(false)
      try workspace.performChanges { _ in }
      var faults: [String] = []
      for (number, probe) in probes.enumerated() {
        let state = probe.settled()
        faults += state.faults.map { "query \(number): \($0)" }
        if state.initials != 1 { faults.append("query \(number): \(state.initials) first values") }
        let expected = try workspace.fetch(queries[number])
        if state.records != expected {
          faults.append("query \(number): \(state.records.map(\.id)) for \(expected.map(\.id))")
        }
      }
      workspace.observation.settle(shared)
      if keys.all.last != workspace.dictionary["step", Int.self] {
        faults.append("key \(String(describing: keys.all.last))")
      }
      let values = keys.all.compactMap(\.self)
      if values != values.sorted() { faults.append("keys \(values)") }
      return faults
    }

    func end() {
      for probe in probes { probe.cancel() }
      subscription.cancel()
    }
  }

  @Test(
    "Two workspaces on a file, whose queues lag and whose groups fail in part, end as a fresh fetch",
    arguments: seeds(30))
  func unsettled(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let store = try ObservationStore()
    let other = try Workspace(path: store.path)
    var model: [Int64: Watched] = [:]
    try LiveQueryTests.edit(&model, &random, store.workspace, count: 40)
    let sides = [Side(store.workspace, &random), Side(other, &random)]
    let (group, done) = (DispatchGroup(), DispatchQueue(label: "completions"))
    for step in 0..<24 {
      let side = sides[Int.random(in: 0...1, using: &random)]
      switch Int.random(in: 0..<6, using: &random) {
      case 0: side.hold(Bool.random(using: &random))
      case 1:
        // What waits shares one COMMIT; some of it fails after it has written.
        for member in 0..<4 {
          let record = Watched(
            id: Int64.random(in: 0..<120, using: &random), group: "a",
            rank: Int32.random(in: 0...9, using: &random))
          let fails = member == 2 || Int.random(in: 0..<4, using: &random) == 0
          group.enter()
          side.workspace.performChanges(on: done) { changes in
            _ = try changes.upsert(record)
            if fails { throw Refusal() }
          } completion: { _ in
            group.leave()
          }
        }
      default:
        let count = step.isMultiple(of: 7) ? 90 : Int.random(in: 1...5, using: &random)
        try LiveQueryTests.edit(&model, &random, side.workspace, count: count)
        try side.workspace.performChanges { try $0.dictionary.set(step, for: "step") }
      }
      if step == 12 {
        group.wait()
        for side in sides { #expect(try side.faults() == [], "step \(step)") }
      }
    }
    group.wait()
    for side in sides {
      #expect(try side.faults() == [])
      side.end()
    }
    try other.shutdown()
  }
}
