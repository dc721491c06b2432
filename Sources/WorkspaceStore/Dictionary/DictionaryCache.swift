/// Entries of the dictionary as they were read or committed last, and the names of rows, as far as there is room.
///
/// Everything in it can be read again; so what gets too much is dropped whole, which takes no order of use to be kept.
struct DictionaryCache {
  /// An entry as it was read or committed.
  struct Cached {
    let value: DictionaryValue?
    /// A record or a value of JSON as it was asked for last, so that a hot read decodes nothing.
    var decoded: DictionaryStore.Decoded?

    func isStored(as other: DictionaryValue?) -> Bool {
      guard let value, let other else { return value == nil && other == nil }
      return value.isStored(as: other)
    }
  }

  /// How many entries, and how many names of rows, there are at most.
  private let capacity: Int
  /// How many bytes all of them have at most, by and large.
  private let byteCapacity: Int
  private var entries: [DictionaryEntryID: Cached] = [:]
  /// Sets that were committed last, looked up before `entries` and where they are, as moving them there takes longer than
  /// all else that is done for them in memory.
  private var recent = PendingSets()
  private var recentByteCount = 0
  private var names: [Int64: DictionaryEntryID] = [:]
  /// Names that are not yet among those: only removals by others ask for them, so they wait unhashed until one does.
  private var newNames: [(rowID: Int64, entry: DictionaryEntryID)] = []
  private(set) var byteCount = 0

  /// What an entry takes up besides its texts and value, in bytes.
  private static let overhead = 64

  init(capacity: Int = 100_000, byteCapacity: Int = 32 << 20) {
    self.capacity = capacity
    self.byteCapacity = byteCapacity
  }

  /// How many entries there are, one that was set again counted twice.
  var count: Int { entries.count + recent.sets.count }

  /// How many names of rows there are, each as often as it was noted since they were looked for last.
  var nameCount: Int { names.count + newNames.count }

  /// Looks an entry up.
  func find(_ entry: DictionaryEntryID) -> Cached? {
    if recent.isEmpty { return entries[entry] }
    switch recent.find(entry) {
    case .value(let value): return Cached(value: value)
    case .removed: return Cached(value: nil)
    case .nothing: return entries[entry]
    }
  }

  /// The entry that a row id belongs to.
  mutating func entry(rowID: Int64) -> DictionaryEntryID? {
    fileNewNames()
    return names[rowID]
  }

  /// Keeps what was set and is committed now.
  mutating func keep(_ sets: PendingSets) {
    fileRecent()
    let size = sets.sets.reduce(0) { size, element in
      size + Self.size(of: element.entry, element.value?.byteCount ?? 0)
    }
    let isKept = sets.cleared.isEmpty && sets.sets.count <= capacity && size <= byteCapacity
    guard isKept else {
      for element in sets.sets { keep(element.entry, Cached(value: element.value)) }
      return
    }
    if byteCount + size > byteCapacity || count + sets.sets.count > capacity { removeAll() }
    recent = sets
    recentByteCount = size
    byteCount += size
  }

  /// Moves the sets that were committed last to the other entries.
  private mutating func fileRecent() {
    guard !recent.isEmpty else { return }
    let sets = recent.sets
    recent = PendingSets()
    byteCount -= recentByteCount
    entries.reserveCapacity(min(entries.count + sets.count, capacity))
    for element in sets { keep(element.entry, Cached(value: element.value)) }
  }

  private mutating func fileRecent(for entry: DictionaryEntryID) {
    if recent.isEmpty { return }
    if case .nothing = recent.find(entry) { return }
    fileRecent()
  }

  /// Keeps an entry's value; a single one that is too large is forgotten, or its decoded form.
  mutating func keep(_ entry: DictionaryEntryID, _ new: Cached) {
    fileRecent(for: entry)
    var cached = new
    if size(of: entry, cached) > byteCapacity { cached.decoded = nil }
    let size = size(of: entry, cached)
    guard size <= byteCapacity else { return forget(entry) }
    if byteCount + size > byteCapacity || count >= capacity { removeAll() }
    if let old = entries.updateValue(cached, forKey: entry) {
      byteCount -= self.size(of: entry, old)
    }
    byteCount += size
  }

  /// Forgets an entry's value, not the names of rows.
  mutating func forget(_ entry: DictionaryEntryID) {
    fileRecent(for: entry)
    guard let old = entries.removeValue(forKey: entry) else { return }
    byteCount -= size(of: entry, old)
  }

  /// Notes which entry a row is, for when it is gone.
  mutating func note(_ entry: DictionaryEntryID, rowID: Int64) {
    let size = size(of: entry, nil)
    if byteCount + size > byteCapacity || nameCount >= capacity {
      // Of what was noted again only the last counts.
      fileNewNames()
      if byteCount + size > byteCapacity || names.count >= capacity { removeAll() }
    }
    newNames.append((rowID, entry))
    byteCount += size
  }

  private mutating func fileNewNames() {
    guard !newNames.isEmpty else { return }
    names.reserveCapacity(min(nameCount, capacity))
    for (rowID, entry) in newNames {
      if let old = names.updateValue(entry, forKey: rowID) { byteCount -= size(of: old, nil) }
    }
    newNames = []
  }

  /// Forgets everything.
  mutating func removeAll() {
    entries = [:]
    recent = PendingSets()
    recentByteCount = 0
    names = [:]
    newNames = []
    byteCount = 0
  }

  private func size(of entry: DictionaryEntryID, _ cached: Cached?) -> Int {
    guard let cached, let value = cached.value else { return Self.size(of: entry, 0) }
    return Self.size(of: entry, cached.decoded == nil ? value.byteCount : 2 * value.byteCount)
  }

  private static func size(of entry: DictionaryEntryID, _ byteCount: Int) -> Int {
    overhead + entry.key.utf8.count + entry.namespace.utf8.count + byteCount
  }
}

extension DictionaryValue {
  /// How many bytes the value has besides its case.
  var byteCount: Int {
    switch self {
    case .bool, .int, .uint, .double, .float: 0
    case .string(let text): text.utf8.count
    case .bytes(let bytes), .codable(let bytes): bytes.count
    case .record(let type, let bytes): type.utf8.count + bytes.count
    }
  }
}
