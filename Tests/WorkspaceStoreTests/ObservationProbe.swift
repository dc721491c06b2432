import Dispatch
import FlatBufferCoding
import Foundation
import SnapshotDiff
import Testing

@testable import WorkspaceStore

/// A store of its own in a new directory, which goes with it.
final class ObservationStore: Sendable {
  let directory: String
  let path: String
  let workspace: Workspace

  init(configuration: Configuration = Configuration()) throws {
    directory = "/tmp/observation-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    try #require(unsafe mkdir(directory, 0o700) == 0)
    path = "\(directory)/store.db"
    workspace = try Workspace(path: path, configuration: configuration)
  }

  deinit {
    try? workspace.shutdown()
    for name in ["store.db", "store.db-wal", "store.db-shm"] {
      unsafe unlink("\(directory)/\(name)")
    }
    unsafe rmdir(directory)
  }
}

/// A subscriber to a query that checks each update against the one before.
final class QueryProbe<R: Record>: Sendable {
  struct State: Sendable {
    var ids: [RecordID<R>] = []
    var records: [R] = []
    var updates: [QueryUpdate<R>] = []
    var initials = 0
    var faults: [String] = []
  }

  let queue: DispatchQueue
  private let state = Locked(State())
  private let subscription = Locked<Subscription?>(nil)
  private let workspace: Workspace

  init(
    _ workspace: Workspace, _ query: Query<R>, policy: DeliveryPolicy = .newest,
    queue: DispatchQueue = DispatchQueue(label: "probe")
  ) {
    self.workspace = workspace
    self.queue = queue
    let state = state
    let made = workspace.subscribe(to: query, on: queue, policy: policy) { update in
      state.withLock { $0.take(update) }
    }
    subscription.withLock { $0 = made }
  }

  /// What it has got, once all that there is has come.
  func settled() -> State {
    workspace.observation.settle(queue)
    return now
  }

  var now: State { state.withLock { $0 } }

  func cancel() {
    subscription.withLock { $0 }?.cancel()
  }
}

extension ListSnapshot {
  /// Asks for every item's position, and for those of items before that are gone; says what is wrong, if anything.
  func positionFault(after before: [ItemID]) -> String? {
    var gone = Set(before)
    for section in 0..<numberOfSections {
      for item in 0..<numberOfItems(inSectionAt: section) {
        let position = ListPosition(section: section, item: item)
        let id = itemIdentifier(at: position)
        gone.remove(id)
        if self.position(of: id) != position || !contains(id) {
          return "\(id) at \(String(describing: self.position(of: id))), not \(position)"
        }
      }
    }
    for id in gone where position(of: id) != nil { return "\(id) is gone, and has a position" }
    return nil
  }
}

extension QueryProbe.State {
  mutating func take(_ update: QueryUpdate<R>) {
    let newIDs = update.snapshot.itemIdentifiers
    let newRecords = update.records
    if update.isInitial { initials += 1 }
    if update.isInitial != updates.allSatisfy({ $0.error != nil }) && update.error == nil {
      faults.append("initial \(update.isInitial) as update \(updates.count)")
    }
    if let last = updates.last, last.error == nil,
      update.commits.upperBound <= last.commits.upperBound, update.error == nil
    {
      faults.append("commits \(update.commits) after \(last.commits)")
    }
    if let fault = replayFault(update.changes, newIDs, newRecords) { faults.append(fault) }
    if let fault = update.snapshot.positionFault(after: ids) { faults.append(fault) }
    updates.append(update)
    ids = newIDs
    records = newRecords
  }

  /// A record's bytes, which tell NaN and texts that only look alike apart, as `==` does not.
  private static func bytes(of record: R) -> [UInt8] {
    var builder = FlatBufferBuilder()
    builder.finish(record.write(to: &builder))
    return builder.bytes
  }

  /// Applies the changes to the old list; says what is wrong, if anything.
  private func replayFault(
    _ changes: ListChanges, _ newIDs: [RecordID<R>], _ newRecords: [R]
  ) -> String? {
    guard changes.sectionDeletes.isEmpty, changes.sectionInserts.isEmpty else { return "sections" }
    var old = ids.map(Optional.some)
    for position in changes.itemDeletes { old[position.item] = nil }
    for move in changes.itemMoves { old[move.old.item] = nil }
    var staying = old.compactMap { $0 }[...]
    var list = [RecordID<R>?](repeating: nil, count: newIDs.count)
    for position in changes.itemInserts { list[position.item] = newIDs[position.item] }
    for move in changes.itemMoves { list[move.new.item] = ids[move.old.item] }
    for index in list.indices where list[index] == nil { list[index] = staying.popFirst() }
    if !staying.isEmpty || list != newIDs.map(Optional.some) {
      return "\(changes) does not lead from \(ids) to \(newIDs)"
    }
    // Exactly the rows whose records differ are updated.
    let before = Dictionary(zip(ids, records)) { first, _ in first }
    let updated = Set(changes.itemUpdates.map(\.new.item))
    for (position, id) in newIDs.enumerated() {
      guard let record = before[id] else { continue }
      let isChanged = Self.bytes(of: record) != Self.bytes(of: newRecords[position])
      if isChanged != updated.contains(position) {
        return "update of \(id) at \(position)"
      }
    }
    return nil
  }
}

/// Takes updates as a closure does.
private final class ClosureTaker: UpdateTaker {
  private let body: @Sendable (PendingUpdate) -> Void

  init(_ body: @escaping @Sendable (PendingUpdate) -> Void) {
    self.body = body
  }

  func take(_ pending: PendingUpdate) { body(pending) }
}

extension Mailbox {
  convenience init(
    policy: DeliveryPolicy, outlet: any Outlet,
    _ body: @escaping @Sendable (PendingUpdate) -> Void
  ) {
    self.init(policy: policy, outlet: outlet, taker: ClosureTaker(body))
  }
}
