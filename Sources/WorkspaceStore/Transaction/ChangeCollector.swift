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
  private var dictionaryByteCount = 0

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

  /// Notes that a dictionary's entry has another value, or none.
  func note(entry: DictionaryEntryID, rowID: Int64, value: DictionaryValue?) {
    dictionaryByteCount += value?.byteCount ?? 0
    dictionary.append(
      DictionaryChange(
        rowID: rowID, entry: entry,
        content: dictionaryByteCount > Self.byteLimit ? .unknown : .value(value)))
  }

  /// Takes in the changes of a savepoint that was kept.
  func merge(_ inner: ChangeCollector) {
    byteCount += inner.byteCount
    let hadValues = dictionaryByteCount <= Self.byteLimit
    dictionaryByteCount += inner.dictionaryByteCount
    dictionary += inner.dictionary
    if dictionaryByteCount > Self.byteLimit {
      let first = hadValues ? 0 : dictionary.count - inner.dictionary.count
      for place in first..<dictionary.count { dictionary[place].content = .unknown }
    }
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

  /// The last changes of the dictionary's entries in order of row id, each once.
  private var entries: [DictionaryChange] {
    // By place, as copies of entries would be retained.
    let isRising = dictionary.indices.dropFirst().allSatisfy { place in
      dictionary[place - 1].rowID < dictionary[place].rowID
    }
    guard !isRising else { return dictionary }
    let last = Dictionary(dictionary.map { ($0.rowID, $0) }) { _, last in last }
    return last.values.sorted { $0.rowID < $1.rowID }
  }
}
