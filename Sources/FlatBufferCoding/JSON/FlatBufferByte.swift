/// An element of what JSON has as base64: `ubyte` and `byte`.
public protocol FlatBufferByte: FlatBufferScalar, FixedWidthInteger {}

extension UInt8: FlatBufferByte {}

extension Int8: FlatBufferByte {}

/// Bytes, as JSON has them: base64.
struct JSONBytes<Byte: FlatBufferByte>: Codable {
  let bytes: [Byte]

  init(_ bytes: [Byte]) {
    self.bytes = bytes
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    guard let decoded = Base64.decode(try container.decode(String.self)) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "expected base64")
    }
    bytes = decoded.map { Byte(truncatingIfNeeded: $0) }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(Base64.encode(bytes.map { UInt8(truncatingIfNeeded: $0) }))
  }
}
