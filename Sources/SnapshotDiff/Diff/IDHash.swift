/// The hash of an id, spread over all 64 bits and, but for Embedded Swift, unlike in every run of the
/// program.
@inlinable @inline(__always)
func idHash<ID: Hashable>(_ id: ID) -> UInt64 { idHash(id, hashSeed) }

/// The same for many ids: who asks for the seed once need not do so for each.
@inlinable @inline(__always)
func idHash<ID: Hashable>(_ id: ID, _ seed: UInt64) -> UInt64 {
  if let integer = id as? UInt64 { return mix(integer, seed) }
  if let integer = id as? Int64 { return mix(UInt64(bitPattern: integer), seed) }
  if let integer = id as? Int { return mix(UInt64(truncatingIfNeeded: integer), seed) }
  return mix(UInt64(truncatingIfNeeded: id.hashValue), seed)
}

/// Mixes by one multiplication to 128 bits, the step of Yi's wyhash.
@inlinable @inline(__always)
func mix(_ key: UInt64) -> UInt64 { mix(key, hashSeed) }

@inlinable @inline(__always)
func mix(_ key: UInt64, _ seed: UInt64) -> UInt64 {
  let product = (key ^ seed).multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
  return product.high ^ product.low
}

/// Unlike in every process, so that nobody can choose ids that collide.
///
/// Embedded Swift need not have a source of random numbers, and there it is a constant: whoever knows it can.
@usableFromInline
let hashSeed: UInt64 = {
  #if hasFeature(Embedded)
    return 0xE703_7ED1_A0B4_28DB
  #else
    return UInt64.random(in: 0...UInt64.max)
  #endif
}()
