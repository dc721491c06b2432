#if canImport(Observation)
  public import Observation

  /// The newest update of a subscription as an observable value, on the main actor: of an object, a count, an
  /// aggregate, a query in sections, a type, a key of a dictionary, or a namespace.
  ///
  /// A query's records have a type of their own, ``LiveResults``. On Linux it changes only while the main queue runs.
  @MainActor @Observable
  public final class LatestUpdate<Update: Sendable> {
    /// The newest update; nil until the first one has come.
    public private(set) var update: Update?
    @ObservationIgnored private var subscription: Subscription?

    private init(_ subscribe: (@escaping @MainActor (Update) -> Void) -> Subscription) {
      subscription = subscribe { [weak self] update in self?.update = update }
    }

    /// Subscribes to a record by its key until the value is released.
    public convenience init<R: Record>(ofObject type: R.Type, key: R.Key, in workspace: Workspace)
    where Update == ObjectUpdate<R> {
      self.init { workspace.subscribe(toObject: type, key: key, on: .shared, $0) }
    }

    /// Subscribes to how many records a query has until the value is released.
    public convenience init<R: Record>(ofCountOf query: Query<R>, in workspace: Workspace)
    where Update == CountUpdate {
      self.init { workspace.subscribe(toCountOf: query, on: .shared, $0) }
    }

    /// Subscribes to what a query's values come to until the value is released.
    public convenience init<R: Record, Output>(
      of aggregate: QueryAggregate<R, Output>, in workspace: Workspace
    ) where Update == AggregateUpdate<Output> {
      self.init { workspace.subscribe(to: aggregate, on: .shared, $0) }
    }

    /// Subscribes to a query in sections until the value is released.
    public convenience init<R: Record, Scalar>(
      of query: SectionedQuery<R, Scalar>, in workspace: Workspace
    ) where Update == SectionedUpdate<R, Scalar> {
      self.init { workspace.subscribe(to: query, on: .shared, $0) }
    }

    /// Subscribes to what commits change in a type until the value is released.
    ///
    /// `update` is what the last delivery changed, and a view need not see each: to follow every one, subscribe with a
    /// handler.
    public convenience init<R: Record>(ofChangesOf type: R.Type, in workspace: Workspace)
    where Update == TypeUpdate<R> {
      self.init { workspace.subscribe(toChangesOf: type, on: .shared, $0) }
    }

    /// Subscribes to the value of a dictionary's key until the value is released.
    public convenience init<Value: Codable & Sendable>(
      of key: String, as type: Value.Type, in dictionary: WorkspaceDictionary
    ) where Update == EntryUpdate<Value> {
      self.init { dictionary.subscribe(to: key, as: type, on: .shared, $0) }
    }

    /// Subscribes to all keys of a dictionary's namespace until the value is released.
    ///
    /// `update` is what the last delivery changed, and a view need not see each: to follow every one, subscribe with a
    /// handler.
    public convenience init(of dictionary: WorkspaceDictionary) where Update == NamespaceUpdate {
      self.init { dictionary.subscribe(on: .shared, $0) }
    }
  }
#endif
