import BenchmarkRecords
import FlatBufferCoding
import WorkspaceStore

/// What a live query does at the least: each changed record is decoded and put in its place in an array of records,
/// which a handler is then given beside the one before.
struct PlainArrays {
  private var arrays: [Int32: [Bench.Doc]] = [:]
  /// How many records handlers were given.
  private(set) var handled = 0

  init(_ documents: some Sequence<Bench.Doc>) {
    for document in documents { arrays[document.priority, default: []].append(document) }
  }

  mutating func apply(_ edits: [[UInt8]]) throws {
    for bytes in edits {
      let record = try FlatBuffer.withRoot(of: bytes) { root throws(FlatBufferError) in
        try Bench.Doc(reading: root)
      }
      guard let old = arrays[record.priority],
        let place = old.firstIndex(where: { $0.created >= record.created })
      else { continue }
      var new = old
      new[place] = record
      arrays[record.priority] = new
      handle(old, new)
    }
  }

  @inline(never)
  private mutating func handle(_ old: [Bench.Doc], _ new: [Bench.Doc]) {
    handled = max(handled, old.count, new.count)
  }
}
