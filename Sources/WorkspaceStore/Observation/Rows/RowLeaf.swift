/// Some rows in order, packed: their row ids, and their payloads end to end in one buffer.
///
/// Its arrays are exactly as long as they need to be: an edit that changes lengths makes them anew, which copying them
/// out of a shared leaf would do anyway. Bounds: `ends` rises and its last value is `bytes.count`; `span(of:)` is the only place that
/// makes offsets of it.
struct RowLeaf: Sendable {
  /// The most rows that a leaf holds.
  static let maximumCount = 96
  /// The most bytes that a leaf of more than one row holds, so that an edit copies little.
  static let maximumBytes = 10 * 1024

  private(set) var rowIDs: ContiguousArray<Int64> = []
  private var ends: ContiguousArray<Int32> = []
  private var bytes: ContiguousArray<UInt8> = []

  /// How many rows there are.
  var count: Int { rowIDs.count }

  /// How many bytes the payloads have together.
  var byteCount: Int { bytes.count }

  /// Roughly how many bytes the leaf takes, with what a list of its rows takes for them.
  var footprint: Int { 128 + byteCount + count * Self.rowFootprint }

  /// Roughly how many bytes a row takes beside its payload: in the leaf 12, in a leaf of a list 24.
  static let rowFootprint = 40

  /// Whether the leaf has to be cut in two.
  var isTooBig: Bool {
    count > Self.maximumCount || (count > 1 && byteCount > Self.maximumBytes)
  }

  /// Whether one more row of so many bytes fits without making the leaf too big.
  func hasRoom(for byteCount: Int) -> Bool {
    count == 0 || (count < Self.maximumCount && bytes.count + byteCount <= Self.maximumBytes)
  }

  /// Whether the leaf is so full that it may stand by itself among others.
  var isHalfFull: Bool {
    count >= Self.maximumCount / 2 || byteCount >= Self.maximumBytes / 2
  }

  /// Whether two leaves fit in one with room to spare.
  func fits(with other: RowLeaf) -> Bool {
    count + other.count <= Self.maximumCount / 2
      && byteCount + other.byteCount <= Self.maximumBytes / 2
  }

  /// Where the payloads of some rows lie in the buffer.
  private func span(of rows: Range<Int>) -> Range<Int> {
    let start = rows.lowerBound == 0 ? 0 : Int(ends[rows.lowerBound - 1])
    return start..<(rows.isEmpty ? start : Int(ends[rows.upperBound - 1]))
  }

  /// Hands a row's payload to `body`, without copying it.
  func withPayload<Output, Failure: Error>(
    at index: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Output
  ) throws(Failure) -> Output {
    let span = span(of: index..<(index + 1))
    return try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(Failure) -> Output in
      try unsafe body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[span])))
    }
  }

  /// A copy of a row's payload.
  func payload(at index: Int) -> [UInt8] {
    [UInt8](bytes[span(of: index..<(index + 1))])
  }

  /// Puts a row, if there is one, in place of some rows, of which there may be none.
  mutating func replace(_ range: Range<Int>, with row: (rowID: Int64, payload: [UInt8])?) {
    let cut = span(of: range)
    if let row, range.count == 1, row.payload.count == cut.count,
      row.rowID == rowIDs[range.lowerBound]
    {
      return bytes.replaceSubrange(cut, with: row.payload)
    }
    let added = row == nil ? 0 : 1
    let shift = Int32((row?.payload.count ?? 0) - cut.count)
    rowIDs = Self.spliced(rowIDs, range, with: row.map { CollectionOfOne($0.rowID) })
    bytes = Self.spliced(bytes, cut, with: row?.payload)
    let (old, count) = (ends, ends.count - range.count + added)
    // An empty array is shared by all threads, and the initialiser below would write its count.
    ends = []
    guard count > 0 else { return }
    ends = unsafe ContiguousArray(unsafeUninitializedCapacity: count) {
      buffer, count in
      for index in 0..<range.lowerBound { unsafe buffer[index] = old[index] }
      count = range.lowerBound
      if let row {
        unsafe buffer[count] = Int32(cut.lowerBound + row.payload.count)
        count += 1
      }
      for index in range.upperBound..<old.count {
        unsafe buffer[count] = old[index] + shift
        count += 1
      }
    }
  }

  /// An array of exactly the length that it needs to have one part replaced.
  private static func spliced<Element: BitwiseCopyable>(
    _ old: ContiguousArray<Element>, _ range: Range<Int>, with new: (some Collection<Element>)?
  ) -> ContiguousArray<Element> {
    let count = old.count - range.count + (new?.count ?? 0)
    // As above.
    guard count > 0 else { return [] }
    return unsafe ContiguousArray(unsafeUninitializedCapacity: count) { buffer, initialized in
      unsafe old.withUnsafeBufferPointer { old in
        var end = unsafe buffer[...].initialize(fromContentsOf: old[..<range.lowerBound])
        if let new { end = unsafe buffer[end...].initialize(fromContentsOf: new) }
        end = unsafe buffer[end...].initialize(fromContentsOf: old[range.upperBound...])
        initialized = end
      }
    }
  }

  /// A part of an array in a buffer that has no room for more.
  private static func exactly<Element: BitwiseCopyable>(
    _ old: ContiguousArray<Element>, _ range: Range<Int>
  ) -> ContiguousArray<Element> {
    spliced([], 0..<0, with: old[range])
  }

  /// Some rows as a leaf of their own.
  func rows(_ range: Range<Int>) -> RowLeaf {
    let span = span(of: range)
    var part = RowLeaf()
    // Not made of slices: one of the whole would be the same buffer, with all its room for more.
    part.rowIDs = Self.exactly(rowIDs, range)
    part.ends = Self.exactly(ends, range)
    for index in part.ends.indices { part.ends[index] -= Int32(span.lowerBound) }
    part.bytes = Self.exactly(bytes, span)
    return part
  }

  /// Cuts the leaf in the middle, by rows, and returns the second half.
  mutating func split() -> RowLeaf {
    let rest = rows((count / 2)..<count)
    self = rows(0..<(count / 2))
    return rest
  }
}

// Building: these leave room for more, which `rows(_:)` does away with.
extension RowLeaf {
  /// Adds a row at the end.
  mutating func append(rowID: Int64, payload: UnsafeRawBufferPointer) {
    rowIDs.append(rowID)
    unsafe bytes.append(contentsOf: payload)
    ends.append(Int32(bytes.count))
  }

  /// Adds rows of another leaf at the end.
  mutating func append(_ other: RowLeaf, _ range: Range<Int>) {
    let span = other.span(of: range)
    let shift = Int32(bytes.count - span.lowerBound)
    rowIDs.append(contentsOf: other.rowIDs[range])
    ends.append(contentsOf: other.ends[range].lazy.map { $0 + shift })
    bytes.append(contentsOf: other.bytes[span])
  }

  /// How many rows of another leaf, from `start` on, fit in behind these.
  func room(for other: RowLeaf, from start: Int, to end: Int) -> Int {
    let most = min(end, start + max(0, Self.maximumCount - count))
    var last = start
    let base = other.span(of: start..<start).lowerBound
    while last < most, bytes.count + Int(other.ends[last]) - base <= Self.maximumBytes {
      last += 1
    }
    return last == start && count == 0 ? 1 : last - start
  }

  /// Takes all rows out, and keeps the memory.
  mutating func removeAll() {
    rowIDs.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    bytes.removeAll(keepingCapacity: true)
  }
}
