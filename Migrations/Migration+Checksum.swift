extension Migration {
  /// A checksum of what the script does, as recorded in `__migration`: FNV-1a of 64 bits over its words, without comments
  /// and spacing, the highest byte first.
  package var checksum: [UInt8] {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in Self.words(of: script) { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return (0..<8).map { UInt8(truncatingIfNeeded: hash >> (56 - 8 * UInt64($0))) }
  }

  /// Whether a recorded checksum is that of this script.
  package func matches(_ recorded: [UInt8]) -> Bool {
    recorded == checksum || formerChecksums.contains(recorded)
  }

  /// A script's words, one space between any two.
  static func words(of script: [UInt8]) -> [UInt8] {
    var words: [UInt8] = []
    for line in script.split(separator: UInt8(ascii: "\n")) {
      let code = line.indices.first { place in
        line[place] == UInt8(ascii: "-") && line[place...].dropFirst().first == UInt8(ascii: "-")
      }
      for word in line[..<(code ?? line.endIndex)].split(separator: UInt8(ascii: " ")) {
        if !words.isEmpty { words.append(UInt8(ascii: " ")) }
        words += word
      }
    }
    return words
  }
}
