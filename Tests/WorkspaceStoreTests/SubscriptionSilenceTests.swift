import Dispatch
import TestSupport
import Testing

@testable import WorkspaceStore

/// Who is told of a commit: those alone whose result it changes.
@Suite struct SubscriptionSilenceTests {
  let store: ObservationStore
  let queue = DispatchQueue(label: "handlers")
  var workspace: Workspace { store.workspace }

  init() throws {
    store = try ObservationStore()
  }

  /// A subscription, how often it was called, and a fresh look at what it is subscribed to.
  private struct Followed {
    let name: String
    let calls: Notes<Void>
    let subscription: Subscription
    let look: () throws -> AnyHashable
  }

  private func rows(_ name: String, _ query: Query<Watched>) -> Followed {
    let (calls, workspace) = (Notes<Void>(), workspace)
    let made = workspace.subscribe(to: query, on: queue, policy: .everyCommit) { _ in calls.add(())
    }
    return Followed(name: name, calls: calls, subscription: made) {
      AnyHashable(try workspace.fetch(query))
    }
  }

  private func count(_ name: String, _ query: Query<Watched>) -> Followed {
    let (calls, workspace) = (Notes<Void>(), workspace)
    let made = workspace.subscribe(toCountOf: query, on: queue, policy: .everyCommit) { _ in
      calls.add(())
    }
    return Followed(name: name, calls: calls, subscription: made) {
      AnyHashable(try workspace.count(query))
    }
  }

  private func aggregate<Output: Hashable & Sendable>(
    _ name: String, _ aggregate: QueryAggregate<Watched, Output>,
    _ look: @escaping (Workspace) throws -> Output?
  ) -> Followed {
    let (calls, workspace) = (Notes<Void>(), workspace)
    let made = workspace.subscribe(to: aggregate, on: queue, policy: .everyCommit) { _ in
      calls.add(())
    }
    return Followed(name: name, calls: calls, subscription: made) {
      AnyHashable(try look(workspace))
    }
  }

  private func followed() -> [Followed] {
    let byRank = Watched.order { $0.rank.ascending }
    let some = Watched.where { $0.rank > 6 }
    let window = byRank.limit(6).offset(2)
    let workspace = workspace
    let (sections, object, type) = (Notes<Void>(), Notes<Void>(), Notes<Void>())
    let (key, names) = (Notes<Void>(), Notes<Void>())
    return [
      rows("all", Watched.all), rows("first", byRank.limit(3)), rows("window", window),
      rows("last", Watched.order { $0.rank.descending }.limit(4)), rows("some", some),
      count("count", some), count("count in a limit", Watched.all.limit(20)),
      count("count of none", Watched.where { $0.rank > 100 }),
      aggregate("sum", some.sum(\.score)) { try $0.sum(\.score, of: some) },
      aggregate("mean", some.average(\.rank)) { try $0.average(\.rank, of: some) },
      aggregate("least", some.min(\.rank)) { try $0.min(\.rank, of: some) },
      aggregate("greatest text", Watched.all.max(\.text)) { try $0.max(\.text, of: Watched.all) },
      aggregate("sum of a window", window.sum(\.rank)) { try $0.sum(\.rank, of: window) },
      aggregate("least of a window", window.min(\.score)) { try $0.min(\.score, of: window) },
      Followed(
        name: "sections", calls: sections,
        subscription: workspace.subscribe(
          to: byRank.sectioned(by: \.group), on: queue, policy: .everyCommit
        ) { _ in sections.add(()) }
      ) {
        AnyHashable(
          try workspace.fetch(
            Watched.order {
              $0.group.ascending
              $0.rank.ascending
            }))
      },
      Followed(
        name: "object", calls: object,
        subscription: workspace.subscribe(
          toObject: Watched.self, key: 7, on: queue, policy: .everyCommit
        ) { _ in object.add(()) }
      ) { AnyHashable(try workspace.object(Watched.self, key: 7)) },
      Followed(
        name: "type", calls: type,
        subscription: workspace.subscribe(
          toChangesOf: Watched.self, on: queue, policy: .everyCommit
        ) { _ in type.add(()) }
      ) { AnyHashable(try workspace.fetch(Watched.all)) },
      Followed(
        name: "key", calls: key,
        subscription: workspace.dictionary.subscribe(
          to: "k", as: Int.self, on: queue, policy: .everyCommit
        ) { _ in key.add(()) }
      ) { AnyHashable(workspace.dictionary["k", Int.self]) },
      Followed(
        name: "namespace", calls: names,
        subscription: workspace.dictionary.subscribe(on: queue, policy: .everyCommit) { _ in
          names.add(())
        }
      ) { AnyHashable(["k", "o"].map { workspace.dictionary[$0, Int.self] }) },
    ]
  }

  @Test(
    "Whatever is subscribed to, a commit calls exactly those whose result it changes (CASES 35)",
    arguments: seeds(8))
  func onlyChanged(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var model: [Int64: Watched] = [:]
    try LiveQueryTests.edit(&model, &random, workspace, count: 50)
    let all = followed()
    workspace.observation.settle(queue)
    for step in 0..<40 {
      let before = try all.map { try $0.look() }
      let calls = all.map(\.calls.all.count)
      if step.isMultiple(of: 3) {
        let (key, value) = (
          Bool.random(using: &random) ? "k" : "o", Int.random(in: 0...2, using: &random)
        )
        try workspace.performChanges { try $0.dictionary.set(value, for: key) }
      } else {
        try LiveQueryTests.edit(
          &model, &random, workspace, count: Int.random(in: 1...2, using: &random))
      }
      workspace.observation.settle(queue)
      for (place, one) in all.enumerated() {
        let isChanged = try one.look() != before[place]
        #expect(
          one.calls.all.count - calls[place] == (isChanged ? 1 : 0), "\(one.name), step \(step)")
      }
    }
    for one in all { one.subscription.cancel() }
  }
}
