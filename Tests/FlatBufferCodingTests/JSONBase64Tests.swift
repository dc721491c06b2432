import FlatBufferCoding
import Foundation
import TestSupport
import Testing

@Suite struct JSONBase64Tests {
  @Test(
    "The vectors of RFC 4648 hold both ways",
    arguments: [
      ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="),
      ("fooba", "Zm9vYmE="), ("foobar", "Zm9vYmFy"),
    ])
  func vectors(bytes: String, text: String) {
    #expect(Base64.encode(bytes.utf8) == text)
    #expect(Base64.decode(text) == Array(bytes.utf8))
  }

  @Test("Foundation writes the same, for every length", arguments: seeds(4))
  func foundation(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for count in 0..<100 {
      let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      let text = Data(bytes).base64EncodedString()
      #expect(Base64.encode(bytes) == text)
      #expect(Base64.decode(text) == bytes)
    }
  }

  @Test(
    "What encode does not write is refused",
    arguments: [
      "Z", "Zg", "Zg=", "Zg===", "Zm9", "=", "====", "Z===", "Zm=v", "Zg==Zg==", "Zh==", "Zm9=",
      "Zm 9v", "Zm9v\n", "Zm9-", "Zm9_", "Zméé",
    ])
  func invalid(text: String) {
    #expect(Base64.decode(text) == nil)
  }
}
