/// Where the fields of the open table stand: their distances from the end of the buffer, 0 for an absent one.
///
/// While no table is open the room serves for the places of a vector's strings.
///
/// Bounds: `slots` has room for `capacity` numbers, of which the first `count` are initialised and can be used; the
/// subscript checks that. Lifetime: the room belongs to this value, which can't be copied; `deinit` frees it.
///
/// `WireBuilderTests` runs this.
@safe @usableFromInline
struct TableFields: ~Copyable {
  @usableFromInline var slots: UnsafeMutablePointer<UInt32>
  @usableFromInline var capacity: Int
  @usableFromInline var count = 0

  @inlinable
  init() {
    capacity = 32
    unsafe slots = .allocate(capacity: 32)
  }

  @inlinable
  deinit {
    unsafe slots.deallocate()
  }

  /// Starts a table of `count` fields, all absent.
  @inlinable
  mutating func clear(_ count: Int) {
    if count > capacity { grow(count) }
    unsafe slots.initialize(repeating: 0, count: count)
    self.count = count
  }

  /// The distance of the field `id`.
  ///
  /// - Precondition: The table has that field.
  @inlinable
  subscript(id: Int) -> UInt32 {
    get {
      precondition(id >= 0 && id < count, "TableFields: no such field")
      return unsafe slots[id]
    }
    set {
      precondition(
        id >= 0 && id < count,
        "FlatBufferBuilder: no such field in the open table; see startTable(fieldCount:)")
      unsafe slots[id] = newValue
    }
  }

  /// The number of fields up to the last one that is there.
  @inlinable var countToLast: Int {
    var last = count
    while last > 0, self[last - 1] == 0 { last -= 1 }
    return last
  }

  /// Makes room for `count` fields; what was there is lost.
  @usableFromInline @inline(never)
  mutating func grow(_ count: Int) {
    unsafe slots.deallocate()
    unsafe slots = .allocate(capacity: count)
    capacity = count
  }
}
