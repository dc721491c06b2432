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

  /// How many entries there are.
  var count: Int { entries.count }

  /// How many names of rows there are, each as often as it was noted since they were looked for last.
  var nameCount: Int { names.count + newNames.count }

  /// Looks an entry up.
  func find(_ entry: DictionaryEntryID) -> Cached? { entries[entry] }

  /// The entry that a row id belongs to.
  mutating func entry(rowID: Int64) -> DictionaryEntryID? {
    fileNewNames()
    return names[rowID]
  }

  /// Makes room for some entries at once.
  mutating func reserve(_ more: Int) {
    entries.reserveCapacity(min(entries.count + more, capacity))
  }

  /// Keeps an entry's value; a single one that is too large is forgotten, or its decoded form.
  mutating func keep(_ entry: DictionaryEntryID, _ new: Cached) {
    var cached = new
    if size(of: entry, cached) > byteCapacity { cached.decoded = nil }
    let size = size(of: entry, cached)
    guard size <= byteCapacity else { return forget(entry) }
    if byteCount + size > byteCapacity || entries.count >= capacity { removeAll() }
    if let old = entries.updateValue(cached, forKey: entry) {
      byteCount -= self.size(of: entry, old)
    }
    byteCount += size
  }

  /// Forgets an entry's value, not the names of rows.
  mutating func forget(_ entry: DictionaryEntryID) {
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
    names = [:]
    newNames = []
    byteCount = 0
  }

  private func size(of entry: DictionaryEntryID, _ cached: Cached?) -> Int {
    var size = Self.overhead + entry.key.utf8.count + entry.namespace.utf8.count
    if let cached, let value = cached.value {
      size += cached.decoded == nil ? value.byteCount : 2 * value.byteCount
    }
    return size
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
