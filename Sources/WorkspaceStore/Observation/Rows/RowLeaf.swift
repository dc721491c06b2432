/// Some rows in order, packed: their row ids, and their payloads end to end in one buffer.
///
/// Bounds: `ends` rises and its last value is `bytes.count`; `span(of:)` is the only place that makes offsets of it.
struct RowLeaf: Sendable {
  /// The most rows that a leaf holds.
  static let maximumCount = 96
  /// The most bytes that a leaf of more than one row holds, so that an edit copies little.
  static let maximumBytes = 24 * 1024

  private(set) var rowIDs: ContiguousArray<Int64> = []
  private var ends: ContiguousArray<Int32> = []
  private var bytes: ContiguousArray<UInt8> = []

  /// How many rows there are.
  var count: Int { rowIDs.count }

  /// How many bytes the payloads have together.
  var byteCount: Int { bytes.count }

  /// Whether the leaf has to be cut in two.
  var isTooBig: Bool {
    count > Self.maximumCount || (count > 1 && byteCount > Self.maximumBytes)
  }

  /// Whether one more row of so many bytes fits without making the leaf too big.
  func hasRoom(for byteCount: Int) -> Bool {
    count == 0 || (count < Self.maximumCount && bytes.count + byteCount <= Self.maximumBytes)
  }

  /// Whether two leaves fit in one with room to spare.
  func fits(with other: RowLeaf) -> Bool {
    count + other.count <= Self.maximumCount / 2
      && byteCount + other.byteCount <= Self.maximumBytes / 2
  }

  /// Where a row's payload lies in the buffer.
  private func span(of index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
  }

  /// Hands a row's payload to `body`, without copying it.
  func withPayload<Output, Failure: Error>(
    at index: Int, _ body: (UnsafeRawBufferPointer) throws(Failure) -> Output
  ) throws(Failure) -> Output {
    let span = span(of: index)
    return try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(Failure) -> Output in
      try unsafe body(UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[span])))
    }
  }

  /// A copy of a row's payload.
  func payload(at index: Int) -> [UInt8] {
    [UInt8](bytes[span(of: index)])
  }

  /// Adds a row at the end.
  mutating func append(rowID: Int64, payload: UnsafeRawBufferPointer) {
    rowIDs.append(rowID)
    unsafe bytes.append(contentsOf: payload)
    ends.append(Int32(bytes.count))
  }

  /// Puts a row in front of the one at `index`.
  mutating func insert(rowID: Int64, payload: [UInt8], at index: Int) {
    let start = index == 0 ? 0 : Int(ends[index - 1])
    rowIDs.insert(rowID, at: index)
    ends.insert(Int32(start), at: index)
    bytes.insert(contentsOf: payload, at: start)
    shift(from: index, by: payload.count)
  }

  /// Takes a row out.
  mutating func remove(at index: Int) {
    let span = span(of: index)
    rowIDs.remove(at: index)
    ends.remove(at: index)
    bytes.removeSubrange(span)
    shift(from: index, by: -span.count)
  }

  /// Gives a row another payload.
  mutating func replace(at index: Int, payload: [UInt8]) {
    let span = span(of: index)
    bytes.replaceSubrange(span, with: payload)
    shift(from: index, by: payload.count - span.count)
  }

  /// Cuts the leaf in the middle, by rows, and returns the second half.
  mutating func split() -> RowLeaf {
    var rest = RowLeaf()
    let middle = count / 2
    let cut = Int(ends[middle - 1])
    rest.rowIDs = ContiguousArray(rowIDs[middle...])
    rest.ends = ContiguousArray(ends[middle...].map { $0 - Int32(cut) })
    rest.bytes = ContiguousArray(bytes[cut...])
    rowIDs.removeSubrange(middle...)
    ends.removeSubrange(middle...)
    bytes.removeSubrange(cut...)
    return rest
  }

  /// Adds the rows of another leaf at the end.
  mutating func append(_ other: RowLeaf) {
    let start = Int32(bytes.count)
    rowIDs += other.rowIDs
    ends += other.ends.map { $0 + start }
    bytes += other.bytes
  }

  private mutating func shift(from index: Int, by distance: Int) {
    guard distance != 0 else { return }
    let distance = Int32(distance)
    for position in index..<ends.count { ends[position] += distance }
  }
}
