extension RecordJSONBuild {
  /// Builds what a field refers to, and keeps where it stands in its slot.
  mutating func reference(
    _ node: Int, _ field: RecordLayout.Field, _ slot: Int, depth: Int,
    _ builder: inout FlatBufferBuilder
  ) throws(FlatBufferError) {
    switch field.shape {
    case .string: slots[slot].offset = try string(node, &builder)
    case .table:
      slots[slot].offset = try table(node, field.target, depth: depth + 1, &builder)
    case .union:
      let (member, offset) = try union(node, field, depth: depth, &builder)
      slots[slot].member = member
      slots[slot].offset = offset
    case .bytes:
      try decode(base64: node)
      guard !scratch.isEmpty || field.isRequired else { return }
      slots[slot].offset = unsafe scratch.withUnsafeBytes { unsafe builder.vector(bytes: $0) }
    default:
      guard nodes[node].kind == .array else { throw mismatch(node, "an array") }
      guard nodes[node].next > node + 1 || field.isRequired else { return }
      if field.element == .union { slots[slot].types = try types(node, field, &builder) }
      slots[slot].offset = try vector(node, field, depth: depth, &builder)
    }
  }

  private mutating func string(
    _ node: Int, _ builder: inout FlatBufferBuilder
  ) throws(FlatBufferError) -> FlatBufferOffset {
    guard nodes[node].kind == .string else { throw mismatch(node, "a string") }
    return try unsafe text.withString(nodes[node], scratch: &scratch) {
      (utf8) throws(FlatBufferError) in
      unsafe builder.string(utf8: utf8)
    }
  }

  /// Puts bytes from base64 into `scratch`.
  mutating func decode(base64 node: Int) throws(FlatBufferError) {
    guard nodes[node].kind == .string else { throw mismatch(node, "base64") }
    scratch.removeAll(keepingCapacity: true)
    // What base64 needs no escapes for may have some, so that the text is then made first.
    let isBase64 =
      nodes[node].hasEscapes
      ? Base64.append(decoding: text.string(nodes[node]).utf8, to: &scratch)
      : unsafe Base64.append(decoding: text.raw(nodes[node]), to: &scratch)
    guard isBase64 else {
      throw FlatBufferError(
        code: .typeMismatch, message: "expected base64, with padding", position: position(node))
    }
  }

  private mutating func vector(
    _ node: Int, _ field: RecordLayout.Field, depth: Int, _ builder: inout FlatBufferBuilder
  ) throws(FlatBufferError) -> FlatBufferOffset {
    let count = count(node)
    switch field.element {
    case .scalar:
      return try builder.vector(
        structCount: count, size: field.size, alignment: field.size
      ) { (writer) throws(FlatBufferError) in
        try eachElement(of: node) { (build, index, child) throws(FlatBufferError) in
          writer.put(bits: try build.scalar(child, field), at: index * field.size, field.size)
        }
      }
    case .structure:
      let object = layout.objects[field.target]
      return try builder.vector(
        structCount: count, size: object.size, alignment: object.alignment
      ) { (writer) throws(FlatBufferError) in
        try eachElement(of: node) { (build, index, child) throws(FlatBufferError) in
          try build.structure(child, field.target, at: index * object.size, &writer)
        }
      }
    default:
      var offsets: [FlatBufferOffset] = []
      offsets.reserveCapacity(count)
      try eachElement(of: node) { (build, _, child) throws(FlatBufferError) in
        switch field.element {
        case .string: offsets.append(try build.string(child, &builder))
        case .union:
          let (_, offset) = try build.union(child, field, depth: depth, &builder)
          // An empty table stands for NONE, as in generated code.
          offsets.append(offset ?? builder.emptyTable())
        default:
          offsets.append(try build.table(child, field.target, depth: depth + 1, &builder))
        }
      }
      return builder.vector(of: offsets)
    }
  }

  /// Hands each element's place and node to `body`.
  @inline(__always)
  private mutating func eachElement(
    of node: Int, _ body: (inout Self, Int, Int) throws(FlatBufferError) -> Void
  ) throws(FlatBufferError) {
    let end = Int(nodes[node].next)
    var child = node + 1
    var index = 0
    while child < end {
      do throws(FlatBufferError) {
        try body(&self, index, child)
      } catch {
        throw error.inside("[\(index)]")
      }
      child = Int(nodes[child].next)
      index += 1
    }
  }

  /// Builds the vector of types that goes with a vector of unions.
  private mutating func types(
    _ node: Int, _ field: RecordLayout.Field, _ builder: inout FlatBufferBuilder
  ) throws(FlatBufferError) -> FlatBufferOffset {
    try builder.vector(structCount: count(node), size: 1, alignment: 1) {
      (writer) throws(FlatBufferError) in
      try eachElement(of: node) { (build, index, child) throws(FlatBufferError) in
        let member = try build.member(child, field).map { build.layout.values[$0.value] }
        writer.put(UInt8(truncatingIfNeeded: member?.number ?? 0), at: index)
      }
    }
  }

  /// Builds a union's member, and gives its number; 0 and nil for null.
  private mutating func union(
    _ node: Int, _ field: RecordLayout.Field, depth: Int, _ builder: inout FlatBufferBuilder
  ) throws(FlatBufferError) -> (UInt8, FlatBufferOffset?) {
    guard let (index, value) = try member(node, field) else { return (0, nil) }
    let member = layout.values[index]
    do throws(FlatBufferError) {
      let offset: FlatBufferOffset
      switch member.shape {
      case .string: offset = try string(value, &builder)
      case .structure:
        offset = try builder.structure(size: member.size, alignment: member.alignment) {
          (writer) throws(FlatBufferError) in
          try structure(value, member.target, at: 0, &writer)
        }
      default: offset = try table(value, member.target, depth: depth + 1, &builder)
      }
      return (UInt8(truncatingIfNeeded: member.number), offset)
    } catch {
      throw error.inside(layout.string(member.name))
    }
  }

  /// The member that a union holds, as an index into the layout's values, and its value's node; nil for null and `NONE`.
  private mutating func member(
    _ node: Int, _ field: RecordLayout.Field
  ) throws(FlatBufferError) -> (value: Int, node: Int)? {
    if nodes[node].kind == .null { return nil }
    guard nodes[node].kind == .object else { throw mismatch(node, "an object or null") }
    var type = -1
    var value = -1
    try eachMember(of: node) { (build, key, member) throws(FlatBufferError) in
      switch build.text.string(build.nodes[key]) {
      case "type" where type < 0: type = member
      case "value" where value < 0: value = member
      case "type", "value": throw build.repeated(key)
      case let name:
        throw FlatBufferError(
          code: .unknownField, message: "a union has only \"type\" and \"value\"", field: name,
          position: build.position(key))
      }
    }
    guard type >= 0 else {
      throw FlatBufferError(
        code: .missingField, message: "a union needs its type", field: "type",
        position: position(node))
    }
    let number: UInt64
    do throws(FlatBufferError) {
      number = try enumeration(type, .uint8, layout.enums[field.target])
    } catch {
      throw error.inside("type")
    }
    let item = layout.enums[field.target]
    let index = layout.value(number: Int64(truncatingIfNeeded: number), of: item)
    guard let index, layout.values[index].shape != nil else {
      guard number == 0, value < 0 || nodes[value].kind == .null else {
        throw FlatBufferError(
          code: .typeMismatch, message: "the union has no member \(number)", field: "type",
          position: position(type))
      }
      return nil
    }
    guard value >= 0 else {
      throw FlatBufferError(
        code: .missingField, message: "a union needs its value", field: "value",
        position: position(node))
    }
    return (index, value)
  }
}
