extension Migration {
  /// A checksum of the script, as recorded in `__migration`: FNV-1a of 64 bits, the highest byte first.
  package var checksum: [UInt8] {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in script { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return (0..<8).map { UInt8(truncatingIfNeeded: hash >> (56 - 8 * UInt64($0))) }
  }
}
