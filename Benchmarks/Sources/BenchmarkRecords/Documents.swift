/// The benchmark's records: seeded, and the same for every subject.
package struct Documents {
  private var state: UInt64 = 20_261_130
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
    let digits = String(random(), radix: 16)
    let padded = String(repeating: "0", count: 16 - digits.count) + digits
    defer { number += 1 }
    return Bench.Doc(
      title: "title-\(number)-\(padded)", tag: word(),
      pos: Bench.Vec3(x: real(), y: real(), z: real()),
      color: Bench.Color(knownOrUnknown: Int8(random() % 3)), priority: Int32(random() % 100),
      text: text(40), score: Double(random() % 1_000_000) / 1000,
      created: Int64(bitPattern: random() >> 20), content: content())
  }

  private mutating func content() -> Bench.Content {
    guard number % 3 == 0 else { return .textContent(Bench.TextContent(text: text(60))) }
    return .imageContent(Bench.ImageContent(images: [text(40), text(40)]))
  }

  private mutating func word() -> String {
    Self.words[Int(random() % UInt64(Self.words.count))]
  }

  private mutating func text(_ bytes: Int) -> String {
    var text = word()
    while text.utf8.count < bytes { text += " " + word() }
    return String(text.prefix(bytes))
  }

  private mutating func real() -> Float {
    Float(random() % 10_000) / 100
  }

  /// The next number of SplitMix64 (Steele, Lea and Flood, 2014).
  private mutating func random() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
