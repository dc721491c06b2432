import FlatBufferCoding
import WorkspaceStore

/// What a dump prints: some types, narrowed by a query, and the dictionary.
///
/// A store of one type and without dictionary entries dumps as bare records, as does one type that
/// `--type`, a condition, an order or a limit picks.
struct Dump {
  private let workspace: Workspace
  private let types: [StoredType]
  private let includesDictionary: Bool
  private let includesReserved: Bool
  private let arguments: Arguments
  private let limit: Int?
  private let offset: Int
  private let command: Command

  /// Reads what to dump from the command line and the store's catalog.
  ///
  /// The words are looked at before the store is opened.
  init(_ arguments: Arguments, command: Command) throws {
    self.arguments = arguments
    self.command = command
    let typeName = arguments.value("type")
    limit = try arguments.count("limit", of: command)
    offset = try arguments.count("offset", of: command) ?? 0
    workspace = try Workspace.reading(arguments.operands[0])
    types = try workspace.selectedTypes(typeName)
    let narrows = ["where", "order", "limit", "offset"].contains { arguments.value($0) != nil }
    includesReserved = arguments.has("reserved")
    let namespaces = try workspace.read { [includesReserved] (access) throws(WorkspaceError) in
      try access.connection.dictionaryNamespaces(withReserved: includesReserved)
    }
    includesDictionary = typeName == nil && !narrows && !namespaces.isEmpty
    if narrows, types.count != 1 {
      if types.isEmpty, let error = try workspace.damagedTypes().first?.error { throw error }
      throw CommandError.usage(
        "--where, --order, --limit and --offset need --type, as the store has \(types.count) types",
        command: command)
    }
  }

  /// The outer form.
  var shape: DumpShape {
    types.count == 1 && !includesDictionary ? .records : .parts
  }

  /// Prints everything into a sink, as of one commit.
  ///
  /// - Returns: How many damaged records and entries were left out, each named on standard error.
  func run<Sink: RecordSink & ~Copyable>(_ sink: consuming Sink) throws -> Int {
    let snapshot = try workspace.snapshot()
    var damaged = 0
    var failure: (any Error)?
    for type in types {
      try sink.begin(type)
      let form = RecordJSON(schema: type.schema)
      let query = try query(of: type)
      var json: [UInt8] = []
      try snapshot.read { (access) throws(WorkspaceError) in
        let cursor = try RowCursor(
          query, of: type, schema: type.schema, on: access.connection, wantsOrder: true,
          skipsDamaged: true)
        while failure == nil, try cursor.next() {
          do {
            json.removeAll(keepingCapacity: true)
            try unsafe cursor.withBytes { try unsafe form.write($0, into: &json) }
            try sink.record(json)
          } catch let error as FlatBufferError {
            damaged += 1
            Tool.note("damaged: \(type.name) row \(cursor.rowID): \(error)")
          } catch {
            failure = error
          }
        }
        for error in cursor.damaged { Tool.note("damaged: \(error)") }
        damaged += cursor.damaged.count
      }
      if let failure { throw failure }
      try sink.endType()
    }
    damaged += try damagedTypes()
    if includesDictionary { damaged += try entries(of: snapshot, into: &sink) }
    try sink.end()
    snapshot.end()
    try workspace.shutdown()
    return damaged
  }

  /// Names the types that the catalog can't read, where all were asked for.
  private func damagedTypes() throws(WorkspaceError) -> Int {
    guard arguments.value("type") == nil else { return 0 }
    return try workspace.noteDamagedTypes()
  }

  private func query(of type: StoredType) throws -> RecordQuery {
    do throws(QueryTextError) {
      return RecordQuery(
        condition: try arguments.value("where").map { text throws(QueryTextError) in
          try QueryParser.condition(text, in: type.schema)
        },
        order: try arguments.value("order").map { text throws(QueryTextError) in
          try QueryParser.order(text, in: type.schema)
        } ?? [],
        limit: limit, offset: offset)
    } catch {
      throw CommandError.usage("\(error)", command: command)
    }
  }

  private func entries<Sink: RecordSink & ~Copyable>(
    of snapshot: ReadSnapshot, into sink: inout Sink
  ) throws -> Int {
    let values = try DictionaryJSON(workspace)
    var damaged = 0
    let ids = try snapshot.read { (access) throws(WorkspaceError) -> [DictionaryEntryID] in
      var ids: [DictionaryEntryID] = []
      for name in try access.connection.dictionaryNamespaces(withReserved: includesReserved) {
        ids += try access.connection.dictionaryKeys(in: name)
          .map { DictionaryEntryID(namespace: name, key: $0) }
      }
      return ids
    }
    for id in ids {
      do {
        let value = try snapshot.read { (access) throws(WorkspaceError) in
          try access.connection.dictionaryValue(id)
        }
        guard let value else {
          // Keys come from an index, values from the table: one lacks what the other has.
          damaged += 1
          Tool.note("damaged: dictionary \(JSONValue.quoted(id.key)): it has a key and no value")
          continue
        }
        try sink.entry(id, kind: values.kind(of: value), json: values.text(of: value))
      } catch let error as WorkspaceError where error.code == .damagedValue {
        damaged += 1
        Tool.note("damaged: dictionary \(JSONValue.quoted(id.key)): \(error)")
      } catch let error as FlatBufferError {
        damaged += 1
        Tool.note("damaged: dictionary \(JSONValue.quoted(id.key)): \(error)")
      }
    }
    return damaged
  }
}
