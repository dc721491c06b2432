/// The changes of a transaction or savepoint so far, one per row.
///
/// Belongs to the writer's queue.
final class ChangeCollector {
  /// How many bytes are kept before a type's changes become `everything`: 16 MiB.
  static let byteLimit = 16 << 20

  private let watched: WatchedTypes
  private var types: [TypeChangeCollector] = []
  private var newest: TypeChangeCollector?
  /// In the order of changes; a row may be there more than once, with one entry.
  private var dictionary: [DictionaryChange] = []
  private var byteCount = 0

  init(watched: WatchedTypes) {
    self.watched = watched
  }

  /// The changes of one type.
  func changes(of type: StoredType) -> TypeChangeCollector {
    if let newest, newest.number == type.number { return newest }
    let collector: TypeChangeCollector
    if let known = types.first(where: { $0.number == type.number }) {
      collector = known
    } else {
      collector = TypeChangeCollector(number: type.number, isWatched: watched.contains(type))
      types.append(collector)
    }
    newest = collector
    return collector
  }

  /// Notes a change of a row; its bytes are copied where the type is watched.
  func note(
    _ rowID: Int64, in collector: TypeChangeCollector, before: UnsafeRawBufferPointer?,
    after: UnsafeRawBufferPointer?
  ) {
    guard collector.isWatched else { return collector.note(rowID: rowID) }
    // No bytes are copied that are not kept.
    byteCount += unsafe (before?.count ?? 0) + (after?.count ?? 0)
    guard byteCount <= Self.byteLimit else { return collector.noteEverything() }
    collector.note(
      RowChange(
        rowID: rowID, before: unsafe before.map { unsafe [UInt8]($0) },
        after: unsafe after.map { unsafe [UInt8]($0) }))
  }

  /// Notes that a row of a watched type has other bytes.
  func note(
    _ rowID: Int64, in collector: TypeChangeCollector, before: [UInt8],
    after: UnsafeRawBufferPointer
  ) {
    byteCount += before.count + after.count
    guard byteCount <= Self.byteLimit else { return collector.noteEverything() }
    collector.note(RowChange(rowID: rowID, before: before, after: unsafe [UInt8](after)))
  }

  /// Notes a change of a dictionary's entry.
  func note(entry: DictionaryEntryID, rowID: Int64) {
    dictionary.append(DictionaryChange(rowID: rowID, entry: entry))
  }

  /// Takes in the changes of a savepoint that was kept.
  func merge(_ inner: ChangeCollector) {
    byteCount += inner.byteCount
    dictionary += inner.dictionary
    for collector in inner.types {
      guard let own = types.first(where: { $0.number == collector.number }) else {
        types.append(collector)
        continue
      }
      own.merge(collector)
    }
    guard byteCount > Self.byteLimit else { return }
    for collector in types where collector.isWatched { collector.noteEverything() }
  }

  /// The changes, coalesced; the collector is used up.
  func finish(commit: Int64) -> ChangeSet {
    var changes = ChangeSet(commit: commit)
    for collector in types {
      changes.types[collector.number] = collector.finish()
    }
    changes.dictionary = entries
    return changes
  }

  /// The changes of the dictionary's entries in order of row id, each once.
  private var entries: [DictionaryChange] {
    let isRising = zip(dictionary, dictionary.dropFirst()).allSatisfy { $0.rowID < $1.rowID }
    guard !isRising else { return dictionary }
    var unique: [DictionaryChange] = []
    for change in dictionary.sorted(by: { $0.rowID < $1.rowID })
    where unique.last?.rowID != change.rowID {
      unique.append(change)
    }
    return unique
  }
}
