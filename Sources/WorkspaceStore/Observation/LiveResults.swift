#if canImport(Observation)
  public import Observation
  public import SnapshotDiff

  /// A query's records as an observable value, on the main actor.
  ///
  /// On Linux it changes only while the main queue runs.
  @MainActor @Observable
  public final class LiveResults<R: Record> {
    /// The newest update; nil until the first one has come.
    public private(set) var update: QueryUpdate<R>?
    @ObservationIgnored private var subscription: Subscription?

    /// Subscribes to a query until the value is released.
    public init(_ query: Query<R>, in workspace: Workspace) {
      subscription = workspace.subscribe(to: query, on: .shared) { [weak self] update in
        self?.update = update
      }
    }

    /// The ids of the records in order.
    public var snapshot: ListSnapshot<WholeList, RecordID<R>> {
      update?.snapshot ?? ListSnapshot(unique: [])
    }

    /// All records in order, decoded now.
    public var records: [R] { update?.records ?? [] }

    /// How many records there are.
    public var count: Int { update?.count ?? 0 }

    /// Why the query could not be run last; nil if it could.
    public var error: WorkspaceError? { update?.error }

    /// The record at a position, decoded now; nil if its bytes can't be decoded.
    public subscript(position: Int) -> R? { update?[ListPosition(item: position)] }
  }
#endif
