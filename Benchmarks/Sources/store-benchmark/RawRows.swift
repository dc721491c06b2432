import BenchmarkRecords
import FlatBufferCoding

/// Text in memory that C reads in place.
@safe struct RawText {
  let start: UnsafePointer<CChar>
  let count: Int32
}

/// A record as C has it: its columns, and its encoded payload.
@safe struct RawRow {
  var title: RawText
  var tag: RawText
  var position: (Double, Double, Double)
  var color: Int32
  var priority: Int32
  var text: RawText
  var score: Double
  var created: Int64
  /// 1 for a text, 2 for images.
  var kind: Int32
  /// The content's text, or the first image.
  var first: RawText
  /// The second image.
  var second: RawText?
  var payload: UnsafeRawBufferPointer
}

/// The benchmark's records as C has them, made beforehand: binding one copies nothing.
final class RawRows {
  private(set) var rows: [RawRow] = []
  private let memory = RawMemory()

  init(_ documents: [Bench.Doc]) {
    var builder = FlatBufferBuilder()
    rows.reserveCapacity(documents.count)
    for document in documents { rows.append(row(document, &builder)) }
  }

  private func row(_ document: Bench.Doc, _ builder: inout FlatBufferBuilder) -> RawRow {
    builder.reset()
    builder.finish(document.write(to: &builder))
    let (kind, texts) = document.content.texts
    let position = document.pos ?? Bench.Vec3()
    return unsafe RawRow(
      title: memory.text(document.title), tag: memory.text(document.tag ?? ""),
      position: (Double(position.x), Double(position.y), Double(position.z)),
      color: Int32(document.color.rawValue), priority: document.priority,
      text: memory.text(document.text ?? ""), score: document.score, created: document.created,
      kind: kind, first: memory.text(texts[0]),
      second: texts.count > 1 ? memory.text(texts[1]) : nil,
      payload: builder.withBytes { unsafe memory.keep($0) })
  }
}

/// Keys as C has them.
final class RawTexts {
  let texts: [RawText]
  private let memory = RawMemory()

  init(_ strings: [String]) {
    let memory = memory
    texts = strings.map { memory.text($0) }
  }
}

/// Memory that copies of bytes live in until it is released.
@safe private final class RawMemory {
  private var pieces: [UnsafeMutableRawBufferPointer] = unsafe []

  deinit {
    unsafe pieces.forEach { unsafe $0.deallocate() }
  }

  func text(_ string: String) -> RawText {
    // With a zero at the end, so that there is an address for an empty text too.
    let kept = unsafe Array("\(string)\0".utf8).withUnsafeBytes { unsafe keep($0) }
    return unsafe kept.withMemoryRebound(to: CChar.self) { bytes in
      unsafe RawText(start: bytes.baseAddress.unsafelyUnwrapped, count: Int32(bytes.count - 1))
    }
  }

  func keep(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    let piece = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 8)
    unsafe piece.copyMemory(from: bytes)
    unsafe pieces.append(piece)
    return UnsafeRawBufferPointer(piece)
  }
}

extension Bench.Content? {
  /// The member's number and its texts, one or two.
  var texts: (Int32, [String]) {
    switch self {
    case .textContent(let content): (1, [content.text ?? ""])
    case .imageContent(let content): (2, content.images)
    default: (0, [""])
    }
  }
}
