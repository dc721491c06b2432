extension Workspace {
  /// Where the dictionary records which steps were done: the name is the key, the value counts them from 1.
  package static let migrationNamespace = "__migrations"

  /// Runs the steps that this store has not seen, in the order given, each once for the store.
  ///
  /// A step and the record that it was done are one transaction. Where a step fails, it leaves nothing, those before
  /// it stay done, and the next call begins with it. Processes that open the store at the same time don't get
  /// in each other's way: each step is done by one of them. A store that has seen steps which are not in the list, as a newer program
  /// leaves it, is no error.
  ///
  /// - Parameters:
  ///   - steps: All steps that the program ever had, the oldest first.
  ///   - progress: Called on this thread before each step, when it reports, and after it; inside the step's transaction.
  /// - Returns: The names of the steps that were done now.
  /// - Throws: `migrationFailed`, which names the step and says why; `invalidName` if two steps have one name;
  ///   `shutDown`, `suspended`, `readOnly`, `nestedTransaction`, `busy`, `full`, and what SQLite reports otherwise.
  @discardableResult
  public func migrate(
    _ steps: [MigrationStep], progress: ((MigrationProgress) -> Void)? = nil
  ) throws(WorkspaceError) -> [String] {
    // Names are keys of the dictionary, which differ when their bytes do.
    var names: Set<UTF8Key> = []
    for step in steps where !names.insert(UTF8Key(step.name)).inserted {
      throw WorkspaceError(
        .invalidName, "Two steps have the name \"\(step.name)\"; each needs its own.", path: path)
    }
    let done = Set(try completedMigrations().map(UTF8Key.init))
    let missing = steps.filter { !done.contains(UTF8Key($0.name)) }
    var ran: [String] = []
    for (index, step) in missing.enumerated() {
      let isOurs = try run(step) { fraction in
        progress?(
          MigrationProgress(
            step: step.name, index: index, count: missing.count,
            stepFraction: fraction))
      }
      if isOurs { ran.append(step.name) }
    }
    return ran
  }

  /// The names of the steps that this store has seen, the first one first.
  ///
  /// - Throws: `shutDown`, `suspended`, what SQLite reports.
  public func completedMigrations() throws(WorkspaceError) -> [String] {
    let records = dictionary.namespace(Self.migrationNamespace)
    var done: [(place: Int, name: String)] = []
    for name in try records.keys() {
      done.append((try records.value(name, as: Int.self) ?? 0, name))
    }
    // Keys come in order, which stays where places are equal.
    return done.enumerated().sorted {
      ($0.element.place, $0.offset) < ($1.element.place, $1.offset)
    }
    .map(\.element.name)
  }

  /// Runs one step unless another process has.
  ///
  /// - Returns: Whether it was run here.
  private func run(
    _ step: MigrationStep, report: (Double) -> Void
  ) throws(WorkspaceError) -> Bool {
    try requireWritable()
    var hasBegun = false
    do {
      return try performChanges { changes in
        let records = changes.dictionary.namespace(Self.migrationNamespace)
        if try records.value(step.name, as: Int.self) != nil { return false }
        hasBegun = true
        report(0)
        try step.body(&changes, report)
        try records.set(try records.keys().count + 1, for: step.name)
        report(1)
        return true
      }
    } catch {
      let reason = error as? WorkspaceError
      if let reason, !hasBegun || reason.code == .suspended { throw reason }
      throw WorkspaceError(
        .migrationFailed,
        "Step \"\(step.name)\" failed and has changed nothing: \(reason?.description ?? "\(error)")",
        sqliteCode: reason?.sqliteCode, path: path, typeName: reason?.typeName,
        rowID: reason?.rowID, key: step.name, field: reason?.field)
    }
  }
}
