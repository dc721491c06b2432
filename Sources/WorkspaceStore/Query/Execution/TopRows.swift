/// The first rows of an order, as many as a limit and an offset need: a heap with the last of them on top.
///
/// - Complexity: O(log *k*) comparisons for a row that gets in, one for a row that does not.
struct TopRows {
  /// A row that is kept.
  struct Row {
    let key: SortKey
    let bytes: [UInt8]

    /// How many bytes of memory it takes, by and large.
    var size: Int { MemoryLayout<Row>.stride + 32 + bytes.count + key.tail.count }
  }

  private let capacity: Int
  private var heap: [Row] = []
  /// How many bytes of memory the rows take, by and large.
  private(set) var byteCount = 0

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Keeps the row if it is among the first so far.
  mutating func offer(_ key: SortKey, _ bytes: UnsafeRawBufferPointer) {
    guard capacity > 0 else { return }
    if heap.count < capacity {
      let row = Row(key: key, bytes: unsafe [UInt8](bytes))
      byteCount += row.size
      heap.append(row)
      siftUp()
    } else if key < heap[0].key {
      let row = Row(key: key, bytes: unsafe [UInt8](bytes))
      byteCount += row.size - heap[0].size
      heap[0] = row
      siftDown()
    }
  }

  /// Hands a kept row on, in no order, and forgets it; nil if there is none.
  mutating func takeAny() -> Row? { heap.popLast() }

  /// The kept rows in order.
  consuming func sorted() -> [Row] {
    heap.sorted { $0.key < $1.key }
  }

  private mutating func siftUp() {
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      guard heap[parent].key < heap[child].key else { return }
      heap.swapAt(parent, child)
      child = parent
    }
  }

  private mutating func siftDown() {
    var parent = 0
    while true {
      var greatest = parent
      for child in [2 * parent + 1, 2 * parent + 2] where child < heap.count {
        if heap[greatest].key < heap[child].key { greatest = child }
      }
      if greatest == parent { return }
      heap.swapAt(parent, greatest)
      parent = greatest
    }
  }
}
