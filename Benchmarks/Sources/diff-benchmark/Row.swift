/// An element of the lists: an id and a version, 16 bytes.
struct Row: Hashable {
  var id: UInt64
  var version: UInt64
}

/// The same with a string for an id.
struct TextRow: Hashable {
  var id: String
  var version: UInt64
}

/// A reproducible generator (SplitMix64; Steele, Lea and Flood, 2014).
struct Generator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  mutating func place(below count: Int) -> Int { Int(next() % UInt64(count)) }
}
