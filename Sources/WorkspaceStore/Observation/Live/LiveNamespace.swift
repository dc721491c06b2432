/// Which keys of a namespace one or more commits have changed.
package final class LiveNamespace: LiveValue {
  private struct Changes: MergeablePart {
    let keys: Set<DictionaryEntryID>
    /// Those of the keys that were removed.
    let removed: Set<DictionaryEntryID>
    let isEverything: Bool
    /// Roughly how many bytes the names take.
    let byteCount: Int

    init(keys: Set<DictionaryEntryID>, removed: Set<DictionaryEntryID>, isEverything: Bool) {
      (self.keys, self.removed, self.isEverything) = (keys, removed, isEverything)
      byteCount = keys.reduce(64 * removed.count) { $0 + 64 + $1.key.utf8.count }
    }

    var size: Int { keys.count }

    func merged(over older: Changes) -> Changes {
      let all = older.keys.union(keys)
      return older.isEverything
        ? Changes(keys: all.subtracting(removed), removed: older.removed, isEverything: true)
        : Changes(
          keys: all, removed: older.removed.subtracting(keys).union(removed), isEverything: false)
    }
  }

  private let changes: MergedParts<Changes>
  /// Why the keys could not be read.
  package let error: WorkspaceError?

  convenience init(
    keys: Set<DictionaryEntryID>, removed: Set<DictionaryEntryID> = [],
    isEverything: Bool = false, error: WorkspaceError? = nil
  ) {
    let changes = Changes(keys: keys, removed: removed, isEverything: isEverything)
    self.init(MergedParts(changes), error: error)
  }

  private init(_ changes: MergedParts<Changes>, error: WorkspaceError?) {
    self.changes = changes
    self.error = error
  }

  /// The keys that were set or removed; all that there are, if anything may have changed.
  ///
  /// - Complexity: O(*n*) where several commits are in it.
  package var keys: Set<DictionaryEntryID> { changes.whole.keys }

  /// Whether anything may have changed.
  package var isEverything: Bool { changes.parts[0].isEverything }

  package var byteCount: Int { changes.parts.reduce(0) { $0 + $1.byteCount } }

  /// How many keys were put together so far, for tests that count work.
  var work: Int { changes.work }

  package func merged(over older: any LiveValue) -> any LiveValue {
    guard !isEverything, let older = older as? LiveNamespace else { return self }
    var all = older.changes
    all.append(changes)
    return LiveNamespace(all, error: error)
  }
}
