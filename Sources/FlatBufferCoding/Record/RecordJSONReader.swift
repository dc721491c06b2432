/// Builds records of JSON texts, one after another, and keeps its room between them.
package struct RecordJSONReader: ~Copyable {
  private let form: RecordJSON
  private var tape = JSONTape()
  private var slots: [RecordJSONBuild.Slot] = []
  private var scratch: [UInt8] = []

  /// Makes a reader of a form.
  package init(_ form: RecordJSON) {
    self.form = form
  }

  /// Builds the record of a JSON text and finishes the buffer, as `RecordJSON.build` does.
  ///
  /// - Throws: As `RecordJSON.build`; the builder must then be reset.
  /// - Precondition: The builder is empty.
  package mutating func build(
    _ text: UnsafeRawBufferPointer, into builder: inout FlatBufferBuilder
  ) throws(FlatBufferError) {
    let root = try form.requireRoot()
    try unsafe tape.read(text)
    var build = unsafe RecordJSONBuild(
      layout: form.layout, text: JSONText(text), nodes: tape.nodes)
    // The room goes there and back, so that nothing is allocated when a record is like those before.
    swap(&build.slots, &slots)
    swap(&build.scratch, &scratch)
    defer {
      swap(&build.slots, &slots)
      swap(&build.scratch, &scratch)
      slots.removeAll(keepingCapacity: true)
    }
    builder.finish(try build.table(0, root, depth: 1, &builder))
    try builder.check()
  }
}
