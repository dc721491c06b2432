import BenchmarkRecords

extension Bench.Doc {
  /// A number that depends on every field.
  var touched: Int {
    let (kind, texts) = content.texts
    let strings =
      title.utf8.count + (tag?.utf8.count ?? 0) + (text?.utf8.count ?? 0)
      + texts.reduce(Int(kind)) { $0 + $1.utf8.count }
    let numbers = Int(priority) + Int(score) + Int(created & 0xff) + Int(color.rawValue)
    return strings &+ numbers &+ Int(pos?.x ?? 0) &+ Int(pos?.y ?? 0) &+ Int(pos?.z ?? 0)
  }

  /// The same record of the type with an index.
  var indexed: Bench.IndexedDoc {
    Bench.IndexedDoc(
      title: title, tag: tag, pos: pos, color: color, priority: priority, text: text,
      score: score, created: created, content: content)
  }

  /// The same record with an integer for its key.
  func numbered(_ number: Int) -> Bench.NumberedDoc {
    Bench.NumberedDoc(
      number: Int64(number), title: title, tag: tag, pos: pos, color: color, priority: priority,
      text: text, score: score, created: created, content: content)
  }
}
