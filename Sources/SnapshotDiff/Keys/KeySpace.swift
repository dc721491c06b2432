/// The 64-bit keys that stand for ids inside the trees.
///
/// Ids that are integers are their own keys. All others are *interned*: the first sight of an id
/// gives it the next number, which it keeps as long as the space lives. Snapshots that descend from
/// one another share a space, on any thread, until most of its ids are gone from one of them; see
/// `ListSnapshot.forgetGoneIDs`.
final class KeySpace<ID: Hashable & Sendable>: Sendable {
  private let coding: IntegerCoding<ID>?
  private let interned: Locked<Interned<ID>>

  /// A space that has seen no id.
  ///
  /// - Parameter isDense: Whether keys must be small numbers, so that integers are interned too.
  init(isDense: Bool = false) {
    coding = isDense && ID.self != WholeList.self ? nil : IntegerCoding()
    interned = Locked(Interned())
  }

  /// Whether ids are their own keys, so that keys of different spaces mean the same.
  var isDirect: Bool { coding != nil }

  /// How many ids are interned.
  var count: Int { interned.withValue { $0.ids.count } }

  /// Whether most of the ids that are interned, and more than a few, are none of a list's `live` ones.
  func isCrowded(live: Int) -> Bool { !isDirect && count > 2 * live + 4096 }

  /// The key of `id`, which is interned if it is new.
  func key(interning id: ID) -> Int64 {
    if let coding { return coding.key(id) }
    return interned.withValue { $0.key(interning: id) }
  }

  /// The key of `id`, or nil if the space has never seen it.
  func key(of id: ID) -> Int64? {
    // No `map`, above and below: it would count references to what is in a coding.
    if let coding { return coding.key(id) }
    return interned.withValue { $0.keys[id].map(Int64.init) }
  }

  /// The id behind `key`, which this space gave out.
  func id(of key: Int64) -> ID {
    if let coding { return coding.id(key) }
    return interned.withValue { $0.ids[Int(key)] }
  }

  /// The keys of `ids`, in order; new ids are interned.
  func keys(interning ids: [ID]) -> ContiguousArray<Int64> {
    if let coding { return coding.keys(ids) }
    var keys = ContiguousArray<Int64>()
    keys.reserveCapacity(ids.count)
    eachBatch(of: ids.count) { batch in
      interned.withValue { interned in
        for index in batch { keys.append(interned.key(interning: ids[index])) }
      }
    }
    return keys
  }

  /// The ids behind `keys`, in order.
  func ids(of keys: ContiguousArray<Int64>) -> [ID] {
    if let coding { return coding.ids(keys) }
    var ids: [ID] = []
    ids.reserveCapacity(keys.count)
    eachBatch(of: keys.count) { batch in
      interned.withValue { interned in
        for index in batch { ids.append(interned.ids[Int(keys[index])]) }
      }
    }
    return ids
  }

  /// Calls `body` with ranges that cover 0 ..< `count`, so short that nobody waits long for the lock.
  private func eachBatch(of count: Int, _ body: (Range<Int>) -> Void) {
    var start = 0
    while start < count {
      let end = min(start + 256, count)
      body(start..<end)
      start = end
    }
  }
}

/// The ids of a key space that are no integers, with their numbers.
private struct Interned<ID: Hashable & Sendable>: Sendable {
  var keys: [ID: Int32] = [:]
  var ids: ContiguousArray<ID> = []

  mutating func key(interning id: ID) -> Int64 {
    if let known = keys[id] { return Int64(known) }
    keys[id] = Int32(ids.count)
    ids.append(id)
    return Int64(ids.count - 1)
  }
}
