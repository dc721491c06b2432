import FlatBufferCoding

/// How many rows match a query, counted up and down from the bytes of changed rows.
package struct LiveCountModel: LiveModel {
  private let definition: LiveQueryDefinition
  private var matching = 0
  private var damaged: Set<Int64> = []

  /// Makes the model of a query's count.
  package init(_ definition: LiveQueryDefinition) {
    self.definition = definition
  }

  /// The count now, within the query's limit and offset.
  package var value: LiveCount {
    LiveCount(count: definition.window.clamped(to: 0..<matching).count)
  }

  package static func failure(_ error: WorkspaceError, after value: LiveCount?) -> LiveCount {
    LiveCount(count: value?.count ?? 0, error: error)
  }

  package func fetch(from connection: Connection) throws(WorkspaceError) -> FetchedCount {
    try FetchedCount(definition, from: connection)
  }

  package mutating func load(_ fetched: FetchedCount) -> Bool {
    let old = value
    matching = fetched.count
    damaged = Set(fetched.damaged)
    return value != old
  }

  package mutating func apply(_ changes: LiveChanges) -> LiveOutcome {
    let old = value
    switch changes {
    case .rows(let changes):
      for change in changes {
        // A damaged row was not counted.
        if damaged.remove(change.rowID) == nil { matching -= weight(of: change.before) }
        matching += weight(of: change.after)
      }
    case .entries: break
    case .current, .everything: return .refetch
    }
    return value == old ? .unchanged : .changed
  }

  /// 1 for a row that matches; a damaged one does not.
  private func weight(of payload: [UInt8]?) -> Int {
    guard let payload else { return 0 }
    let matches = try? definition.matches(payload)
    return matches == true ? 1 : 0
  }
}

/// A live count at one commit.
package struct LiveCount: LiveValue, Hashable {
  /// How many records.
  package var count: Int
  /// Why they could not be counted again.
  package var error: WorkspaceError?

  /// Makes a count.
  package init(count: Int, error: WorkspaceError? = nil) {
    self.count = count
    self.error = error
  }
}
