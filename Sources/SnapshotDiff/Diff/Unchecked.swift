// The one file with unsafe code. Pieces were measured by themselves, with everything else as it is, unless it says
// otherwise; what did not pay is not here. Rows are arrays' of 64-bit ids, but where it says strings.
// - `Unchecked`: 100,000 equal rows 73 µs instead of 84; 1 % mixed 123 µs instead of 142, together with `Scratch`
//   unchecked, which made no difference to shuffled rows: so `Scratch` is checked.
// - `Scratch`, in place of arrays that are set to something first and ask at each write whether they are shared: 100,000
//   shuffled rows 4.4 ms instead of 5.7, 1,000,000 74 ms instead of 90, both without the next.
// - `count(below:inBlock:)`, in place of a check for each element: 100,000 shuffled rows 3.7 ms instead of 4.4,
//   1,000,000 64 ms instead of 74.
// - `init(count:fill:)` and slices unchecked: measured only together with a new way through the moves, 100,000 shuffled
//   rows 3.9 ms instead of 4.9. Ids of leftovers filled in instead of appended, together with the rare way of repeated
//   ids kept apart: 3.5 instead of 4.1.
// - `Uncounted`: threads that look up ids in versions of one list no longer wait for each other's counts: a position in
//   a million rows, asked by two threads, 1.6 µs instead of 1.8 with nodes uncounted, and 1.05 instead of 1.27 with all.
// - `array(_:of:)`: a snapshot of a million 64-bit ids 7 ms instead of 23, checked 36 instead of 53.
// - `hashOfASCII`, in place of Swift's own hash: 1,000 shuffled strings of 36 characters 89 µs instead of 120; of
//   100,000, which no cache holds, as long.

/// The elements of an array, read without bounds checks in release builds.
///
/// Bounds: every index is checked by `assert`. Lifetime: a value exists only inside the closure of
/// `withUnchecked`, during which the array is kept.
@safe @usableFromInline
struct Unchecked<Element> {
  @usableFromInline let buffer: UnsafeBufferPointer<Element>

  @inlinable @inline(__always)
  init(_ buffer: UnsafeBufferPointer<Element>) {
    unsafe self.buffer = unsafe buffer
  }

  @inlinable @inline(__always)
  var count: Int { unsafe buffer.count }

  @inlinable @inline(__always)
  subscript(index: Int) -> Element {
    assert(index >= 0 && index < count, "Unchecked: index \(index) of \(count)")
    return unsafe buffer[index]
  }
}

extension Array {
  /// Calls `body` with the elements.
  @inlinable @inline(__always)
  func withUnchecked<Result>(_ body: (Unchecked<Element>) -> Result) -> Result {
    unsafe withUnsafeBufferPointer { unsafe body(Unchecked($0)) }
  }
}

extension ContiguousArray {
  /// Calls `body` with the elements.
  @inlinable @inline(__always)
  func withUnchecked<Result>(_ body: (Unchecked<Element>) -> Result) -> Result {
    unsafe withUnsafeBufferPointer { unsafe body(Unchecked($0)) }
  }
}

extension ArraySlice {
  /// Calls `body` with the elements, from index 0 on.
  @inline(__always)
  func withUnchecked<Result>(_ body: (Unchecked<Element>) -> Result) -> Result {
    unsafe withUnsafeBufferPointer { unsafe body(Unchecked($0)) }
  }
}

extension Array {
  /// An array of exactly `count` elements, those that `fill` puts in, one after another.
  @inline(__always)
  init(count: Int, fill: ((Element) -> Void) -> Void) {
    guard count > 0 else {
      // All threads share one empty array, and the initialiser below would write its count.
      self = []
      fill { _ in preconditionFailure("Array: more than 0 elements") }
      return
    }
    self = unsafe Array(unsafeUninitializedCapacity: count) { buffer, filled in
      var next = 0
      fill { element in
        precondition(next < count, "Array: more than \(count) elements")
        unsafe buffer.initializeElement(at: next, to: element)
        next &+= 1
      }
      filled = next
    }
  }
}

extension ContiguousArray {
  /// An array of exactly `count` elements, those that `fill` puts in, one after another.
  @inlinable @inline(__always)
  init(count: Int, fill: ((Element) -> Void) -> Void) {
    guard count > 0 else {
      // All threads share one empty array, and the initialiser below would write its count.
      self = []
      fill { _ in preconditionFailure("ContiguousArray: more than 0 elements") }
      return
    }
    self = unsafe ContiguousArray(unsafeUninitializedCapacity: count) { buffer, filled in
      var next = 0
      fill { element in
        precondition(next < count, "ContiguousArray: more than \(count) elements")
        unsafe buffer.initializeElement(at: next, to: element)
        next &+= 1
      }
      filled = next
    }
  }
}

/// Memory for one computation, of trivial elements, that need not be set to anything first.
///
/// Bounds: every index is checked, in release builds too. Lifetime: the memory belongs to this value alone,
/// which cannot be copied and frees it at its end.
@safe
struct Scratch<Element: BitwiseCopyable>: ~Copyable {
  private let memory: UnsafeMutablePointer<Element>
  let count: Int

  /// Memory for `count` elements, all `value`.
  init(count: Int, repeating value: Element) {
    self.count = count
    unsafe memory = .allocate(capacity: max(1, count))
    unsafe memory.initialize(repeating: value, count: count)
  }

  /// Memory for `count` elements that are all written before they are read.
  init(uninitialized count: Int) {
    self.count = count
    unsafe memory = .allocate(capacity: max(1, count))
  }

  deinit {
    unsafe memory.deallocate()
  }

  subscript(index: Int) -> Element {
    @inline(__always) get {
      precondition(index >= 0 && index < count, "Scratch: index \(index) of \(count)")
      return unsafe memory[index]
    }
    @inline(__always) nonmutating set {
      precondition(index >= 0 && index < count, "Scratch: index \(index) of \(count)")
      unsafe memory[index] = newValue
    }
  }

  /// Sets the first `count` elements to `value`.
  func fill(_ count: Int, with value: Element) {
    precondition(count <= self.count, "Scratch: \(count) of \(self.count)")
    unsafe memory.update(repeating: value, count: count)
  }
}

extension Scratch where Element == Int32 {
  /// How many of the 16 elements from 16 × `block` on are below `limit`: a comparison of vectors.
  @inline(__always)
  func count(below limit: Int32, inBlock block: Int) -> Int {
    precondition(
      block >= 0 && 16 * block + 16 <= count, "Scratch: block \(block) of \(count) elements")
    // Minus one for each element below; both are from zero, so nothing overflows.
    var below: Int32 = 0
    for lane in 0..<16 { below &+= unsafe (memory[16 &* block &+ lane] &- limit) >> 31 }
    return Int(0 &- below)
  }
}

/// A reference that is not counted, for the way down a tree.
///
/// Lifetime: whoever looks at a node holds the tree meanwhile, and nobody edits a tree that is looked at.
@safe
struct Uncounted<Object: AnyObject> {
  private let object: Unmanaged<Object>

  /// A reference to `object`, which something else keeps.
  @inline(__always)
  init(_ object: Object) {
    unsafe self.object = unsafe Unmanaged.passUnretained(object)
  }

  /// What `body` returns for the object.
  @inline(__always)
  func look<Result>(_ body: (Object) -> Result) -> Result {
    unsafe object._withUnsafeGuaranteedRef { body($0) }
  }
}

/// `elements`, if they are of this very type.
///
/// A cast by `as?` looks at every element. The two types are one, so are the arrays' layouts.
func array<Element, Wanted>(_ elements: [Element], of _: Wanted.Type) -> [Wanted]? {
  guard Element.self == Wanted.self else { return nil }
  return unsafe unsafeBitCast(elements, to: [Wanted].self)
}

/// The hash of a string's bytes, or nil if not all of them are ASCII.
func hashOfASCII(_ string: String, _ seed: UInt64) -> UInt64? {
  let hash = unsafe string.utf8.withContiguousStorageIfAvailable {
    unsafe hashOfASCII(UnsafeRawBufferPointer($0), seed)
  }
  return hash ?? nil
}

/// The hash of `bytes`, or nil if not all of them are ASCII.
///
/// Eight bytes at a time, each mixed into what came before, as in Yi's wyhash. Bounds: a word is read where eight bytes
/// are left, the last one so that it ends with the string; fewer than eight bytes are read one by one.
private func hashOfASCII(_ bytes: UnsafeRawBufferPointer, _ seed: UInt64) -> UInt64? {
  let count = bytes.count
  var hash = mix(UInt64(truncatingIfNeeded: count), seed)
  var all: UInt64 = 0
  var place = 0
  while place < count {
    var word: UInt64 = 0
    if count >= 8 {
      word = unsafe bytes.loadUnaligned(fromByteOffset: min(place, count &- 8), as: UInt64.self)
      place &+= 8
    } else {
      while place < count {
        word = unsafe word << 8 | UInt64(bytes[place])
        place &+= 1
      }
    }
    all |= word
    hash = mix(hash ^ word, seed)
  }
  return all & 0x8080_8080_8080_8080 == 0 ? hash : nil
}
