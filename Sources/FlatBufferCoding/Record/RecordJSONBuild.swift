/// Builds one record of a JSON text that has been read into a tape.
///
/// What a table refers to is built first, in order of field id; then its fields are added in the layout's order. The
/// order of the text has no part in it, so that equal records have equal bytes.
struct RecordJSONBuild {
  let layout: RecordLayout
  let text: JSONText
  let nodes: [JSONTape.Node]
  /// For each field of the objects that are being built, the innermost last.
  var slots: [Slot] = []
  /// A string with its escapes undone, or bytes from base64.
  var scratch: [UInt8] = []

  /// What is known of a field.
  struct Slot {
    /// The value's node; -1 while there is none.
    var node = -1
    /// What the field refers to, once it is built.
    var offset: FlatBufferOffset?
    /// The types of a vector of unions, once they are built.
    var types: FlatBufferOffset?
    /// The type of a union.
    var member: UInt8 = 0
  }

  init(layout: RecordLayout, text: JSONText, nodes: [JSONTape.Node]) {
    self.layout = layout
    self.text = text
    self.nodes = nodes
  }

  /// Builds the table of an object.
  mutating func table(
    _ node: Int, _ index: Int, depth: Int, _ builder: inout FlatBufferBuilder
  ) throws(FlatBufferError) -> FlatBufferOffset {
    guard depth <= FlatBuffer.maximumDepth else {
      throw FlatBufferError(
        code: .tooComplex, message: "tables are nested deeper than \(FlatBuffer.maximumDepth)",
        position: position(node))
    }
    let object = layout.objects[index]
    let base = slots.count
    defer { slots.removeSubrange(base...) }
    try locate(node, index)

    for index in object.fields {
      let field = layout.fields[index]
      let slot = base + index - object.fields.lowerBound
      let value = slots[slot].node
      guard isPresent(value) else {
        if field.isRequired { throw missing(field, position(node)) }
        continue
      }
      guard field.shape != .scalar, field.shape != .structure else { continue }
      do throws(FlatBufferError) {
        try reference(value, field, slot, depth: depth, &builder)
      } catch {
        throw error.inside(layout.string(field.name))
      }
    }

    builder.startTable(fieldCount: object.idCount)
    for addition in layout.additions[object.additions] {
      let slot = slots[base + addition.field - object.fields.lowerBound]
      guard slot.node >= 0 else { continue }
      let field = layout.fields[addition.field]
      do throws(FlatBufferError) {
        try add(slot, field, isType: addition.isType, &builder)
      } catch {
        throw error.inside(layout.string(field.name))
      }
    }
    return builder.endTable()
  }

  /// Whether a field has a value other than null.
  private func isPresent(_ node: Int) -> Bool {
    node >= 0 && nodes[node].kind != .null
  }

  /// Adds one field to the open table.
  private mutating func add(
    _ slot: Slot, _ field: RecordLayout.Field, isType: Bool, _ builder: inout FlatBufferBuilder
  ) throws(FlatBufferError) {
    switch field.shape {
    case .scalar:
      if field.isOptional, nodes[slot.node].kind == .null { return }
      let bits = try scalar(slot.node, field)
      builder.add(field.id, bits, field)
    case .structure:
      guard isPresent(slot.node) else { return }
      let object = layout.objects[field.target]
      try builder.add(field.id, structureSize: object.size, alignment: object.alignment) {
        (writer) throws(FlatBufferError) in
        try structure(slot.node, field.target, at: 0, &writer)
      }
    case .union where isType: builder.add(field.id - 1, slot.member, default: 0)
    case .vector where isType: builder.add(field.id - 1, slot.types)
    default: builder.add(field.id, slot.offset)
    }
  }

  /// Fills one new slot for each field of an object with its value's node.
  mutating func locate(_ node: Int, _ index: Int) throws(FlatBufferError) {
    guard nodes[node].kind == .object else { throw mismatch(node, "an object") }
    let object = layout.objects[index]
    let base = slots.count
    slots.append(contentsOf: repeatElement(Slot(), count: object.fields.count))
    var likely = object.fields.lowerBound
    try eachMember(of: node) { (build, key, value) throws(FlatBufferError) in
      let layout = build.layout
      let found = try unsafe build.text.withString(build.nodes[key], scratch: &build.scratch) {
        (name) throws(FlatBufferError) in
        unsafe layout.field(name, of: object, likely: likely)
      }
      guard let found else { throw build.unknown(key, index) }
      let slot = base + found - object.fields.lowerBound
      guard build.slots[slot].node < 0 else { throw build.repeated(key) }
      build.slots[slot].node = value
      likely = found + 1
    }
  }

  /// Hands the nodes of each member's name and value to `body`.
  @inline(__always)
  mutating func eachMember(
    of node: Int, _ body: (inout Self, Int, Int) throws(FlatBufferError) -> Void
  ) throws(FlatBufferError) {
    let end = Int(nodes[node].next)
    var key = node + 1
    while key < end {
      try body(&self, key, key + 1)
      key = Int(nodes[key + 1].next)
    }
  }

  /// The number of elements of an array.
  func count(_ node: Int) -> Int {
    var count = 0
    var child = node + 1
    while child < Int(nodes[node].next) {
      count += 1
      child = Int(nodes[child].next)
    }
    return count
  }
}

extension FlatBufferBuilder {
  /// Adds a scalar by its bits, as `ScalarSource` gives them, unless it is the default.
  fileprivate mutating func add(_ id: Int, _ bits: UInt64, _ field: RecordLayout.Field) {
    let isAlways = field.isOptional
    let defaultBits = field.defaultBits
    switch field.size {
    case 1:
      add(id, UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: defaultBits), isAlways)
    case 2:
      add(id, UInt16(truncatingIfNeeded: bits), UInt16(truncatingIfNeeded: defaultBits), isAlways)
    case 4:
      add(id, UInt32(truncatingIfNeeded: bits), UInt32(truncatingIfNeeded: defaultBits), isAlways)
    default: add(id, bits, defaultBits, isAlways)
    }
  }

  private mutating func add<T: FlatBufferScalar>(
    _ id: Int, _ value: T, _ defaultValue: T, _ isAlways: Bool
  ) {
    if isAlways { add(id, Optional(value)) } else { add(id, value, default: defaultValue) }
  }
}
