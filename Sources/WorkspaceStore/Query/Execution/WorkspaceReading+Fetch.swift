extension WorkspaceReading where Self: ~Copyable {
  /// The records that a query describes, in its order.
  ///
  /// A type that nothing was ever stored of gives none.
  ///
  /// - Throws: `damagedRecord`, naming type and row id; `schemaMismatch`; what reading throws.
  /// - Complexity: O(rows that the best index leaves), and sorting them if no index gives the order.
  @inlinable
  public func fetch<R: Record>(_ query: Query<R>) throws(WorkspaceError) -> [R] {
    try read { (access) throws(WorkspaceError) -> [R] in
      var records: [R] = []
      guard let rows = try access.cursor(query) else { return records }
      while try rows.next() { records.append(try rows.decode(R.self)) }
      return records
    }
  }

  /// The first record that a query describes; nil if there is none.
  ///
  /// - Throws: As `fetch`.
  @inlinable
  public func first<R: Record>(_ query: Query<R>) throws(WorkspaceError) -> R? {
    try read { (access) throws(WorkspaceError) -> R? in
      guard let rows = try access.cursor(query.firstOnly), try rows.next() else { return nil }
      return try rows.decode(R.self)
    }
  }

  /// The records that a query describes without those that are damaged, and an error for each of these.
  ///
  /// Each record that is looked at is verified whole.
  ///
  /// - Throws: What reading throws, other than `damagedRecord`.
  public func fetch<R: Record>(
    skippingDamaged query: Query<R>
  ) throws(WorkspaceError) -> (records: [R], damaged: [WorkspaceError]) {
    try read { (access) throws(WorkspaceError) -> (records: [R], damaged: [WorkspaceError]) in
      var records: [R] = []
      guard let rows = try access.cursor(query, skipsDamaged: true) else { return (records, []) }
      while try rows.next() { records.append(try rows.decode(R.self)) }
      return (records, rows.damaged)
    }
  }

  /// How many records a query describes.
  ///
  /// - Throws: `damagedRecord`, if the condition can't be read; what reading throws.
  /// - Complexity: No record is decoded. Without a condition, one count by SQLite.
  public func count<R: Record>(_ query: Query<R>) throws(WorkspaceError) -> Int {
    try read { (access) throws(WorkspaceError) -> Int in
      var untyped = query.untyped
      untyped.order = []
      if untyped.condition == nil {
        guard let type = try access.connection.catalog.find(R.recordType) else { return 0 }
        let all = try access.connection.rowCount(of: type)
        return Swift.min(Swift.max(0, all - untyped.offset), untyped.limit ?? .max)
      }
      guard let rows = try access.cursor(Query<R>(untyped)) else { return 0 }
      var count = 0
      while try rows.next() { count += 1 }
      return count
    }
  }

  /// Whether a query describes any record.
  ///
  /// - Throws: As `count`.
  public func exists<R: Record>(_ query: Query<R>) throws(WorkspaceError) -> Bool {
    try read { (access) throws(WorkspaceError) -> Bool in
      var untyped = query.firstOnly.untyped
      untyped.order = []
      return try access.cursor(Query<R>(untyped))?.next() ?? false
    }
  }
}

extension Query {
  /// The query for its first record alone.
  @usableFromInline
  package var firstOnly: Query {
    limit(Swift.min(1, untyped.limit ?? 1))
  }
}
