/// The first rows of an order, as many as a limit and an offset need: a heap with the last of them on top.
///
/// - Complexity: O(log *k*) comparisons for a row that gets in, one for a row that does not.
struct TopRows {
  /// A row that is kept.
  struct Row {
    let key: SortKey
    let bytes: [UInt8]
  }

  private let capacity: Int
  private var heap: [Row] = []

  init(capacity: Int) {
    self.capacity = capacity
  }

  /// Keeps the row if it is among the first so far.
  mutating func offer(_ key: SortKey, _ bytes: UnsafeRawBufferPointer) {
    guard capacity > 0 else { return }
    if heap.count < capacity {
      heap.append(Row(key: key, bytes: unsafe [UInt8](bytes)))
      siftUp()
    } else if key < heap[0].key {
      heap[0] = Row(key: key, bytes: unsafe [UInt8](bytes))
      siftDown()
    }
  }

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
