package import WorkspaceStore

/// Everything that the workload has stored.
package struct StoreState: Hashable, Sendable {
  /// Entries by key.
  package private(set) var entries: [Int64: Workload.Entry] = [:]
  /// Tags by key.
  package private(set) var tags: [String: Workload.Tag] = [:]
  /// The dictionary.
  package private(set) var values: [String: Int] = [:]

  /// What transactions of a script leave, run in order.
  package init(_ script: Script, _ numbers: some Sequence<Int>) {
    for number in numbers { run(script, number) }
  }

  /// Reads a store.
  package init(_ workspace: Workspace) throws {
    for entry in try workspace.fetch(Workload.Entry.all) { entries[entry.id] = entry }
    for tag in try workspace.fetch(Workload.Tag.all) { tags[tag.name] = tag }
    for key in try workspace.dictionary.keys() {
      values[key] = try workspace.dictionary.value(key, as: Int.self)
    }
  }

  /// Runs one more transaction.
  package mutating func run(_ script: Script, _ number: Int) {
    for operation in script.operations(number) { apply(operation) }
  }

  private mutating func apply(_ operation: Operation) {
    switch operation {
    case .upsert(let entry): entries[entry.id] = entry
    case .deleteEntry(let id): entries[id] = nil
    case .tag(let tag): tags[tag.name] = tag
    case .deleteTag(let name): tags[name] = nil
    case .set(let key, let value): values[key] = value
    case .remove(let key): values[key] = nil
    }
  }
}
