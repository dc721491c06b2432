import FlatBufferCoding
import Testing
import WorkspaceStore

@Suite struct GeneratedTests {
  @Test("A generated record comes back from its bytes as it was")
  func itemRoundTrip() throws {
    let item = Tests.Item(id: 7, title: "Milk", list: "home", tags: ["a", "b"], due: 0)
    var builder = FlatBufferBuilder()
    builder.finish(item.write(to: &builder))
    let read = try FlatBuffer.withRoot(of: builder.bytes) { (root) throws(FlatBufferError) in
      try Tests.Item(reading: root)
    }
    #expect(read == item)
  }
}
