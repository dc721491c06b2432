import Foundation
import WorkspaceStore

extension Workspace {
  /// Opens a store to read it; nothing is made or changed.
  static func reading(_ path: String) throws(WorkspaceError) -> Workspace {
    try Workspace(path: path, configuration: Configuration(isReadOnly: true))
  }

  /// Whether there is nothing at a path, not even a link that leads nowhere.
  static func isAbsent(_ path: String) -> Bool {
    (try? FileManager.default.attributesOfItem(atPath: path)) == nil
      && !FileManager.default.fileExists(atPath: path)
  }

  /// Throws if there is no file, where opening would make one that the command can't use.
  static func requireFile(at path: String) throws(CommandError) {
    guard FileManager.default.fileExists(atPath: path) else {
      throw CommandError(code: .cannotOpen, message: "there is no store at \(path)")
    }
  }

  /// The types that the store has, in order of number.
  func storedTypes() throws(WorkspaceError) -> [StoredType] {
    try read { access in access.connection.catalog.types }
  }

  /// What is wrong with the types that the catalog can't read, by their names.
  func damagedTypes() throws(WorkspaceError) -> [(name: String, error: WorkspaceError)] {
    try read { access in access.connection.catalog.damaged }
      .sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
  }

  /// Names the types that the catalog can't read on standard error.
  ///
  /// - Returns: How many there are.
  func noteDamagedTypes() throws(WorkspaceError) -> Int {
    let damaged = try damagedTypes()
    for (name, error) in damaged { Tool.note("damaged: \(name): \(error)") }
    return damaged.count
  }

  /// A type of the store.
  ///
  /// - Throws: `damagedStore` if the catalog can't read it; `CommandError` (usage) that lists the types that there are.
  func storedType(named name: String) throws -> RecordType {
    let catalog = try read { access in access.connection.catalog }
    if let error = catalog.damaged[name] { throw error }
    let types = catalog.types
    guard let type = types.first(where: { $0.name == name || $0.formerNames.contains(name) }) else {
      try catalog.requireKnown(name)
      let names = types.map(\.name).joined(separator: ", ")
      throw CommandError(
        code: .usage,
        message: "the store has no type '\(name)'; it has \(names.isEmpty ? "none" : names)")
    }
    return try RecordType(schema: type.schema)
  }
}

extension Workspace {
  /// One type by its name, or all.
  func selectedTypes(_ name: String?) throws -> [StoredType] {
    let types = try storedTypes()
    guard let name else { return types }
    let wanted = try storedType(named: name).name
    return types.filter { $0.name == wanted }
  }
}
