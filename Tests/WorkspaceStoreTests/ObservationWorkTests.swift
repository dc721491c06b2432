import Dispatch
import FlatBufferCoding
import Testing

@testable import WorkspaceStore

/// A record that counts how often one of its kind is decoded.
private struct Tallied: Record {
  struct Fields: Sendable {
    let id = QueryExpression<Tallied, Int64>(path: FieldPath([0]))
    let rank = QueryExpression<Tallied, Int64>(path: FieldPath([1]))
    let text = QueryExpression<Tallied, String?>(path: FieldPath([2]))
  }

  static let decoded = Locked(0)
  static let fields = Fields()
  static let recordType = makeRecordType(
    "Tests.Tallied",
    [
      Schema.Field(
        name: "id", type: .init(.int64), id: 0, offset: 4, attributes: [.init(name: "primary")]),
      Schema.Field(name: "rank", type: .init(.int64), id: 1, offset: 6),
      Schema.Field(name: "text", type: .init(.string), id: 2, offset: 8),
    ])

  var id: Int64
  var rank: Int64
  var text: String?

  init(id: Int64, rank: Int64, text: String? = nil) {
    (self.id, self.rank, self.text) = (id, rank, text)
  }

  init(reading table: TableReader) throws(FlatBufferError) {
    Self.decoded.withLock { $0 += 1 }
    id = try table.scalar(0, default: 0)
    rank = try table.scalar(1, default: 0)
    text = try table.string(2)
  }

  func write(to builder: inout FlatBufferBuilder) -> FlatBufferOffset {
    let text = text.map { builder.string($0) }
    builder.startTable(fieldCount: 3)
    builder.add(0, id, default: 0)
    builder.add(1, rank, default: 0)
    builder.add(2, text)
    return builder.endTable()
  }
}

/// What live results cost, in statements, in steps of SQLite's machine, and in records decoded.
///
/// A store in memory has one connection, so that its statements are all that there are.
@Suite(.serialized) struct ObservationWorkTests {
  private struct Work: Equatable {
    var runs: Int
    var steps: Int
    var decoded: Int
  }

  private static let rows: Int64 = 1000
  private let workspace: Workspace
  private let queue = DispatchQueue(label: "handlers")

  init() throws {
    workspace = try Workspace(inMemory: Configuration())
    try workspace.performChanges { changes in
      for id in 0..<Self.rows { try changes.insert(Tallied(id: id, rank: id * 10)) }
    }
  }

  private func done() throws -> Work {
    let (runs, steps) = try workspace.writer.onConnection { (connection) throws(WorkspaceError) in
      (connection.statementRuns, connection.statementSteps)
    }
    return Work(runs: runs, steps: steps, decoded: Tallied.decoded.withLock { $0 })
  }

  /// The work of one commit until all that it brings has been delivered.
  private func work(_ body: (inout Transaction) throws -> Void) throws -> Work {
    let before = try done()
    try workspace.performChanges(body)
    workspace.observation.settle(queue)
    let after = try done()
    return Work(
      runs: after.runs - before.runs, steps: after.steps - before.steps,
      decoded: after.decoded - before.decoded)
  }

  /// What commits do; each with numbers of its own, so that it changes something every time.
  private static let edits:
    [(name: String, edit: @Sendable (borrowing Transaction, Int64) throws -> Void)] = [
      ("in place", { try $0.update(Tallied(id: 10, rank: 100, text: "\($1)")) }),
      ("moves", { try $0.update(Tallied(id: 20, rank: 201 + $1)) }),
      ("outside", { try $0.update(Tallied(id: 900, rank: 9001 + $1)) }),
      ("inserted outside", { try $0.insert(Tallied(id: 5000 + $1, rank: 90_000 + $1)) }),
      (
        "twenty at once",
        { changes, number in
          for id in 30..<50 as Range<Int64> {
            try changes.update(Tallied(id: id, rank: id * 10 + 1 + number % 5))
          }
        }
      ),
    ]

  @Test("Live results cost no statement and no record decoded")
  func noSQL() throws {
    var bare: [Work] = []
    for number in 0..<2 as Range<Int64> {
      bare = try Self.edits.map { edit in try work { try edit.edit($0, number) } }
    }
    let updates = Locked(0)
    let count: @Sendable () -> Void = { updates.withLock { $0 += 1 } }
    var subscriptions = [
      workspace.subscribe(toChangesOf: Tallied.self, on: queue) { _ in count() }
    ]
    workspace.observation.settle(queue)
    var watched: [Work] = []
    for number in 2..<4 as Range<Int64> {
      watched = try Self.edits.map { edit in try work { try edit.edit($0, number) } }
    }
    for (place, edit) in Self.edits.enumerated() {
      #expect(watched[place].runs == bare[place].runs, "\(edit.name)")
    }
    let byRank = Tallied.order { $0.rank.ascending }
    subscriptions += [
      workspace.subscribe(to: byRank, on: queue) { _ in count() },
      workspace.subscribe(to: byRank.limit(50), on: queue) { _ in count() },
      workspace.subscribe(to: byRank.limit(50).offset(20), on: queue) { _ in count() },
      workspace.subscribe(to: Tallied.where { $0.text == "none" }, on: queue) { _ in count() },
      workspace.subscribe(to: byRank.sectioned(by: \.text), on: queue) { _ in count() },
      workspace.subscribe(toCountOf: Tallied.where { $0.rank > 500 }, on: queue) { _ in count() },
      workspace.subscribe(to: Tallied.all.sum(\.rank), on: queue) { _ in count() },
    ]
    workspace.observation.settle(queue)
    #expect(workspace.observation.fetchCount == subscriptions.count)
    let before = updates.withLock { $0 }
    for (place, edit) in Self.edits.enumerated() {
      let live = try work { try edit.edit($0, 4) }
      #expect(live == watched[place], "\(edit.name)")
      #expect(live.decoded == 0, "\(edit.name)")
    }
    // Nobody fetched again, and there was something to tell.
    #expect(workspace.observation.fetchCount == subscriptions.count)
    #expect(updates.withLock { $0 } > before + 3 * Self.edits.count)
    for subscription in subscriptions { subscription.cancel() }
  }

  @Test("A change outside a limited window is no callback")
  func outside() throws {
    let updates = Locked(0)
    let window = Tallied.order { $0.rank.ascending }.limit(50)
    let subscription = workspace.subscribe(to: window, on: queue) { _ in
      updates.withLock { $0 += 1 }
    }
    workspace.observation.settle(queue)
    for number in 0..<5 as Range<Int64> {
      for edit in Self.edits where edit.name.contains("outside") {
        _ = try work { try edit.edit($0, number) }
      }
    }
    #expect(updates.withLock { $0 } == 1)
    #expect(workspace.observation.fetchCount == 1)
    subscription.cancel()
  }

  @Test("A handler that asks for the changed record decodes it alone")
  func decoding() throws {
    let texts = Notes<String?>()
    let subscription = workspace.subscribe(
      to: Tallied.order { $0.rank.ascending }, on: queue, policy: .everyCommit
    ) { update in
      for change in update.changes.itemUpdates { texts.add(update[change.new]?.text) }
    }
    workspace.observation.settle(queue)
    for number in 0..<3 as Range<Int64> {
      let work = try work { try $0.update(Tallied(id: 7, rank: 70, text: "\(number)")) }
      #expect(work.decoded == 1)
    }
    #expect(texts.all == ["0", "1", "2"])
    subscription.cancel()
  }
}
