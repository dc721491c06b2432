/// Which keys of a namespace one or more commits have changed.
package final class LiveNamespace: LiveValue {
  private struct Changes: MergeablePart {
    var keys: Set<DictionaryEntryID>
    /// Those of the keys that were removed.
    var removed: Set<DictionaryEntryID>
    var isEverything: Bool

    var size: Int { keys.count }

    func merged(over older: Changes) -> Changes {
      var all = older
      all.keys.formUnion(keys)
      if older.isEverything {
        all.keys.subtract(removed)
      } else {
        all.removed.subtract(keys)
        all.removed.formUnion(removed)
      }
      return all
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

  /// How many keys were put together so far, for tests that count work.
  var work: Int { changes.work }

  package func merged(over older: any LiveValue) -> any LiveValue {
    guard !isEverything, let older = older as? LiveNamespace else { return self }
    var all = older.changes
    all.append(changes)
    return LiveNamespace(all, error: error)
  }
}
