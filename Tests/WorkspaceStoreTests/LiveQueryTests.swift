import Dispatch
import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct LiveQueryTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let query: Query<Watched>
    let keeps: @Sendable (Watched) -> Bool
    let precedes: @Sendable (Watched, Watched) -> Bool
  }

  /// Nulls come first; ties break by id.
  private static func byRank(_ a: Watched, _ b: Watched) -> Bool {
    (a.rank.map(Int.init) ?? .min, a.id) < (b.rank.map(Int.init) ?? .min, b.id)
  }

  static let cases: [Case] = [
    Case(
      testDescription: "all", query: Watched.all, keeps: { _ in true }, precedes: { $0.id < $1.id }),
    Case(
      testDescription: "group a, rank ascending",
      query: Watched.where { $0.group == "a" }.order { $0.rank.ascending },
      keeps: { $0.group == "a" }, precedes: byRank),
    Case(
      testDescription: "rank descending", query: Watched.order { $0.rank.descending },
      keeps: { _ in true }, precedes: { byRank($1, $0) }),
    Case(
      testDescription: "rank above 3, score then text descending",
      query: Watched.where { $0.rank > 3 }.order {
        $0.score.ascending
        $0.text.descending
      },
      keeps: { ($0.rank ?? 0) > 3 },
      precedes: { a, b in
        if a.score != b.score { return a.score < b.score }
        switch (a.text, b.text) {
        case (nil, nil): return a.id > b.id
        case (nil, _): return false
        case (_, nil): return true
        case (let x?, let y?):
          return x == y ? a.id > b.id : y.utf8.lexicographicallyPrecedes(x.utf8)
        }
      }),
    Case(
      testDescription: "no rank or group b",
      query: Watched.where { $0.rank == nil || $0.group == "b" },
      keeps: { $0.rank == nil || $0.group == "b" }, precedes: { $0.id < $1.id }),
  ]

  static let windows: [(limit: Int?, offset: Int)] = [
    (nil, 0), (1, 0), (3, 0), (10, 2), (nil, 4), (0, 0), (5, 30),
  ]

  @Test(
    "A live query equals a plain filter, sort and slice after every commit, and its changes lead there",
    arguments: seeds(6), cases)
  func equalsModel(seed: UInt64, example: Case) throws {
    let store = try ObservationStore()
    var random = SeededGenerator(seed: seed)
    var model: [Int64: Watched] = [:]
    try Self.edit(&model, &random, store.workspace, count: 60)
    let probes = Self.windows.map { window in
      var query = example.query.offset(window.offset)
      if let limit = window.limit { query = query.limit(limit) }
      let policy = random.next().isMultiple(of: 2) ? DeliveryPolicy.newest : .everyCommit
      return (QueryProbe(store.workspace, query, policy: policy), window)
    }
    for step in 0..<40 {
      let count = step.isMultiple(of: 13) ? 40 : Int.random(in: 1...4, using: &random)
      try Self.edit(&model, &random, store.workspace, count: count)
      let all = model.values.filter(example.keeps).sorted(by: example.precedes)
      for (probe, window) in probes {
        let state = probe.settled()
        let rest = all.dropFirst(window.offset)
        let expected = Array(window.limit.map { rest.prefix($0) } ?? rest)
        #expect(state.records == expected, "window \(window), step \(step)")
        #expect(state.faults == [])
        #expect(state.initials == 1)
        if !state.faults.isEmpty || state.records != expected { return }
      }
    }
  }

  @Test("Commits that pile up are one exact difference to what was delivered", arguments: seeds(12))
  func pilesUp(seed: UInt64) throws {
    let store = try ObservationStore()
    var random = SeededGenerator(seed: seed)
    var model: [Int64: Watched] = [:]
    let query = Watched.where { $0.group == "a" }.order { $0.rank.descending }.limit(8)
    let newest = QueryProbe(store.workspace, query)
    let every = QueryProbe(store.workspace, query, policy: .everyCommit)
    for _ in 0..<8 {
      newest.queue.suspend()
      every.queue.suspend()
      for _ in 0..<Int.random(in: 1...12, using: &random) {
        try Self.edit(&model, &random, store.workspace, count: 3)
      }
      newest.queue.resume()
      every.queue.resume()
      let all = model.values.filter { $0.group == "a" }.sorted { Self.byRank($1, $0) }
      for probe in [newest, every] {
        let state = probe.settled()
        #expect(state.records == Array(all.prefix(8)))
        #expect(state.faults == [])
      }
    }
  }

  /// Random inserts, updates and deletes in one commit.
  static func edit(
    _ model: inout [Int64: Watched], _ random: inout SeededGenerator, _ workspace: Workspace,
    count: Int
  ) throws {
    var changed = model
    try workspace.performChanges { changes in
      for _ in 0..<count {
        let id = Int64.random(in: 0..<120, using: &random)
        if changed[id] != nil, Int.random(in: 0..<5, using: &random) < 2 {
          changed[id] = nil
          _ = try changes.delete(Watched.self, key: id)
        } else {
          let record = Watched(
            id: id, group: ["a", "a", "b", "é"].randomElement(using: &random) ?? "a",
            rank: Bool.random(using: &random) ? Int32.random(in: 0...9, using: &random) : nil,
            score: [0, -1, 2.5, .infinity].randomElement(using: &random) ?? 0,
            text: [nil, "", "x", "xy", "e\u{301}"].randomElement(using: &random) ?? nil)
          changed[id] = record
          _ = try changes.upsert(record)
        }
      }
    }
    model = changed
  }
}
