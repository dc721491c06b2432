import FlatBufferCoding
@testable import WorkspaceStore

/// Checks a store whose files hold anything.
///
/// The first byte chooses the store that is damaged; what follows are edits of five bytes each: where (three
/// bytes), how (one byte) and what (one byte).
public func checkStoreBytes(_ bytes: UnsafeRawBufferPointer) {
  guard let first = unsafe bytes.first else { return }
  let template = first & 1 == 0 ? StoreTemplate.closed : .killed
  var database = template.database
  var log = template.log
  var place = 1
  while place + 5 <= bytes.count {
    let edit = StoreEdit(
      offset: unsafe Int(bytes[place]) | Int(bytes[place + 1]) << 8 | Int(bytes[place + 2]) << 16,
      form: unsafe bytes[place + 3], value: unsafe bytes[place + 4])
    if first & 2 != 0, !log.isEmpty { edit.apply(to: &log) } else { edit.apply(to: &database) }
    place += 5
  }
  let path = StorePlace.path("store")
  for isReadOnly in [true, false] {
    StorePlace.clear(path)
    StorePlace.put(database, path)
    StorePlace.put(log, path + "-wal")
    attempt("opening") { try use(path, isReadOnly: isReadOnly) }
  }
  StorePlace.clear(path)
}

/// One change of a file's bytes.
struct StoreEdit {
  let offset: Int
  let form: UInt8
  let value: UInt8

  /// Changes some bytes; now and then the file's length.
  func apply(to bytes: inout [UInt8]) {
    guard !bytes.isEmpty else { return }
    let place = offset % bytes.count
    switch form % 8 {
    case 0...2: bytes[place] ^= 1 << (value & 7)
    case 3, 4: bytes[place] = value
    case 5:
      for at in place..<min(place + Int(value), bytes.count) { bytes[at] = form & 8 == 0 ? 0 : 255 }
    case 6:
      // A page, or part of one, comes from elsewhere.
      let count = min(512, bytes.count - place)
      let source = Int(value) * 512 % max(1, bytes.count - count)
      bytes.replaceSubrange(place..<place + count, with: bytes[source..<source + count])
    default: bytes.removeLast(bytes.count - place)
    }
  }
}

/// Everything that a program does with a store: each ends in a value or a typed error.
private func use(_ path: String, isReadOnly: Bool) throws {
  let workspace = try Workspace(
    path: path, configuration: Configuration(readers: 1, isReadOnly: isReadOnly))
  attempt("fetch") { _ = try workspace.fetch(Workload.Entry.all) }
  attempt("index") { _ = try workspace.fetch(Workload.Entry.where { $0.rank == 3 }) }
  attempt("order") {
    _ = try workspace.fetch(Workload.Entry.order { $0.rank.descending }.limit(5))
  }
  attempt("key") { _ = try workspace.object(Workload.Tag.self, key: "tag 7") }
  attempt("dictionary") {
    for key in try workspace.dictionary.keys() {
      attempt("value") { _ = try workspace.dictionary.value(key, as: Int.self) }
    }
    _ = try workspace.dictionary.value("record", as: Workload.Tag.self)
  }
  attempt("statistics") { _ = try workspace.statistics() }
  attempt("check") { _ = try workspace.check(limit: 20) }
  if !isReadOnly { write(workspace) }
  try workspace.shutdown()
}

private func write(_ workspace: Workspace) {
  attempt("writing") {
    try workspace.performChanges { changes in
      try changes.upsert(Workload.Entry(id: 3, rank: 9, code: "new"))
      try changes.upsert(Workload.Tag(name: "new"))
      try changes.dictionary.set(1, for: "key 1")
    }
  }
  // What counts on from the highest numbers of the catalog.
  attempt("a new type") {
    try workspace.performChanges { try $0.insert(Workload.Account(number: 1, balance: 2)) }
  }
  attempt("a new index") {
    try workspace.performChanges { changes in
      for field in [1, 2] as [UInt16] {
        _ = try changes.core.dropIndex(
          of: Workload.Entry.recordType, path: FieldPath([field]))
      }
    }
    try workspace.performChanges { try $0.register(Workload.Entry.recordType) }
  }
  attempt("deleting") {
    try workspace.performChanges { changes in
      for id in Int64(0)..<60 { try changes.delete(Workload.Entry.self, key: id) }
      try changes.deleteAll(Workload.Tag.self)
      try changes.dictionary.removeAll()
    }
  }
}

/// Runs what may fail with this module's error, which has words.
private func attempt(_ what: String, _ body: () throws -> Void) {
  do {
    try body()
  } catch let error as WorkspaceError {
    require(!error.message.isEmpty, "\(what): an error without words")
  } catch {
    fault("\(what): \(String(reflecting: error)) is no WorkspaceError")
  }
}
