package import WorkspaceStore

/// One change of the scripted workload; it can be made in any state.
package enum Operation: Sendable {
  case upsert(Workload.Entry)
  case deleteEntry(Int64)
  case tag(Workload.Tag)
  case deleteTag(String)
  case set(String, Int)
  case remove(String)

  /// Makes the change in a store.
  package func apply(to changes: borrowing Transaction) throws {
    switch self {
    case .upsert(let entry): try changes.upsert(entry)
    case .deleteEntry(let id): try changes.delete(Workload.Entry.self, key: id)
    case .tag(let tag): try changes.upsert(tag)
    case .deleteTag(let name): try changes.delete(Workload.Tag.self, key: name)
    case .set(let key, let value): try changes.dictionary.set(value, for: key)
    case .remove(let key): try changes.dictionary.remove(key)
    }
  }
}
