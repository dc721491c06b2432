internal import FlatBufferCoding

extension WriteTransaction {
  /// The stored type of a program's type, its table and indexes made if need be.
  ///
  /// - Throws: `invalidName`, `schemaMismatch`; `notUnique` if a new unique index meets twins.
  func open(_ recordType: RecordType) throws(WorkspaceError) -> OpenType {
    try requireOpenToInsert()
    let scratch = session.scratch
    if let last = scratch.lastOpen, scratch.lastIdentity === recordType.identity { return last }
    try requireOpen()
    let open = try openAnew(recordType)
    scratch.lastIdentity = recordType.identity
    scratch.lastOpen = open
    return open
  }

  private func openAnew(_ recordType: RecordType) throws(WorkspaceError) -> OpenType {
    let scratch = session.scratch
    if let known = scratch.relations[ObjectIdentifier(recordType.identity)],
      connection.catalog.type(number: known.stored.number) === known.stored
    {
      return OpenType(
        statements: try connection.rowStatements(of: known.stored),
        isRecordedNewer: known.isRecordedNewer, known: recordType.schema)
    }
    let (stored, isRecordedNewer) = try record(recordType)
    scratch.relations[ObjectIdentifier(recordType.identity)] = WriteScratch.Relation(
      identity: recordType.identity, stored: stored, isRecordedNewer: isRecordedNewer)
    return OpenType(
      statements: try connection.rowStatements(of: stored), isRecordedNewer: isRecordedNewer,
      known: recordType.schema)
  }

  /// Records a type, or what its schema adds to the recorded one.
  private func record(_ recordType: RecordType) throws(WorkspaceError) -> (StoredType, Bool) {
    // An index that is only forgotten would miss what is written.
    if connection.catalog.gaps.hasStrayIndexes {
      try connection.catalog.requireKnown(recordType.name)
    }
    guard let stored = try connection.catalog.find(recordType) else {
      return (try add(recordType), false)
    }
    let hasNewIndexes = CatalogChange.hasNewIndexes(recordType, stored)
    if stored.binary == recordType.binary, !hasNewIndexes { return (stored, false) }
    let relation = try SchemaRelation(of: recordType, to: stored)
    if relation == .older { return (stored, true) }
    guard relation == .newer || hasNewIndexes else {
      return (stored, false)
    }
    return (
      try changingCatalog { catalog throws(WorkspaceError) in
        try catalog.extend(stored, to: recordType)
      }, false
    )
  }

  /// Records a new type.
  private func add(_ recordType: RecordType) throws(WorkspaceError) -> StoredType {
    try inCatalogSavepoint { change, before throws(WorkspaceError) in
      let type = try change.add(recordType).make(path: connection.path)
      connection.useLarger(before.adding(type))
      return type
    }
  }

  /// Changes the catalog in a savepoint of its own, so that a failure leaves no trace, and reads it again.
  ///
  /// - Parameter body: Makes the change; returns the number of the type that it is about.
  /// - Returns: The type as it is now.
  /// - Throws: What `body` throws; what SQLite reports.
  @discardableResult
  func changingCatalog(
    _ body: (CatalogChange) throws(WorkspaceError) -> Int64
  ) throws(WorkspaceError) -> StoredType {
    try inCatalogSavepoint { change, before throws(WorkspaceError) in
      let number = try body(change)
      let catalog = try Catalog.load(
        connection, generation: before.generation + 1, previous: before)
      guard let type = catalog.type(number: number) else {
        throw WorkspaceError(.damagedStore, "The catalog lost a type.", path: connection.path)
      }
      connection.use(catalog)
      return type
    }
  }

  /// Lets `body` change the catalog and put the new one in the place of that before.
  private func inCatalogSavepoint(
    _ body: (CatalogChange, _ before: Catalog) throws(WorkspaceError) -> StoredType
  ) throws(WorkspaceError) -> StoredType {
    let before = connection.catalog
    try writing { () throws(WorkspaceError) in try connection.run("SAVEPOINT catalog") }
    do throws(WorkspaceError) {
      let type = try body(CatalogChange(session: session), before)
      session.scratch.forgetTypes()
      try connection.run("RELEASE catalog")
      return type
    } catch {
      // Names and numbers that are taken were looked for in the catalog.
      let error = (error.code == .keyExists ? error.asDamage : error).at(path: connection.path)
      guard connection.isInTransaction else { throw fail(error) }
      try writing { () throws(WorkspaceError) in
        try connection.run("ROLLBACK TO catalog")
        try connection.run("RELEASE catalog")
      }
      use(before)
      throw error
    }
  }
}
