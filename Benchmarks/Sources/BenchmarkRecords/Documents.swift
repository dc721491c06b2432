internal import BenchmarkHarness

/// The benchmark's records: seeded, and the same for every subject.
package struct Documents {
  private var random = Generator(state: 20_261_130)
  private var number = 0

  private static let words = [
    "amber", "basil", "cedar", "delta", "ember", "fjord", "grove", "harbor", "indigo", "juniper",
    "kelp", "lantern", "meadow", "nickel", "orchid", "pepper", "quartz", "rivermouth", "saffron",
    "timber",
  ].map { String($0.prefix(9)) }

  /// Starts with the first record.
  package init() {}

  /// The first `count` records.
  package static func make(_ count: Int) -> [Bench.Doc] {
    var documents = Documents()
    return (0..<count).map { _ in documents.next() }
  }

  /// The next record.
  package mutating func next() -> Bench.Doc {
    let digits = String(random.next(), radix: 16)
    let padded = String(repeating: "0", count: 16 - digits.count) + digits
    defer { number += 1 }
    return Bench.Doc(
      title: "title-\(number)-\(padded)", tag: word(),
      pos: Bench.Vec3(x: real(), y: real(), z: real()),
      color: Bench.Color(knownOrUnknown: Int8(random.next() % 3)),
      priority: Int32(random.next() % 100),
      text: text(40), score: Double(random.next() % 1_000_000) / 1000,
      created: Int64(bitPattern: random.next() >> 20), content: content())
  }

  private mutating func content() -> Bench.Content {
    guard number % 3 == 0 else { return .textContent(Bench.TextContent(text: text(60))) }
    return .imageContent(Bench.ImageContent(images: [text(40), text(40)]))
  }

  private mutating func word() -> String {
    Self.words[Int(random.next() % UInt64(Self.words.count))]
  }

  private mutating func text(_ bytes: Int) -> String {
    var text = word()
    while text.utf8.count < bytes { text += " " + word() }
    return String(text.prefix(bytes))
  }

  private mutating func real() -> Float {
    Float(random.next() % 10_000) / 100
  }
}
