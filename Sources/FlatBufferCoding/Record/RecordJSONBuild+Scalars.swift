extension RecordJSONBuild {
  /// Writes the struct of an object; scalars that are missing are zero.
  mutating func structure(
    _ node: Int, _ index: Int, at offset: Int, _ writer: inout StructWriter
  ) throws(FlatBufferError) {
    let object = layout.objects[index]
    let base = slots.count
    defer { slots.removeSubrange(base...) }
    try locate(node, index)
    for index in object.fields {
      let value = slots[base + index - object.fields.lowerBound].node
      let field = layout.fields[index]
      guard value >= 0 else {
        if field.isRequired { throw missing(field, position(node)) }
        continue
      }
      do throws(FlatBufferError) {
        try part(value, field, at: offset + field.offset, &writer)
      } catch {
        throw error.inside(layout.string(field.name))
      }
    }
  }

  /// Writes a field of a struct.
  private mutating func part(
    _ node: Int, _ field: RecordLayout.Field, at offset: Int, _ writer: inout StructWriter
  ) throws(FlatBufferError) {
    switch field.shape {
    case .structure: try structure(node, field.target, at: offset, &writer)
    case .bytes:
      try decode(base64: node)
      try require(scratch.count, field, node)
      for (index, byte) in scratch.enumerated() { writer.put(byte, at: offset + index) }
    case .array:
      guard nodes[node].kind == .array else { throw mismatch(node, "an array") }
      try require(count(node), field, node)
      var child = node + 1
      for index in 0..<field.length {
        let place = offset + index * field.size
        do throws(FlatBufferError) {
          if field.element == .structure {
            try structure(child, field.target, at: place, &writer)
          } else {
            writer.put(bits: try scalar(child, field), at: place, field.size)
          }
        } catch {
          throw error.inside("[\(index)]")
        }
        child = Int(nodes[child].next)
      }
    default: writer.put(bits: try scalar(node, field), at: offset, field.size)
    }
  }

  /// Checks the length of an array.
  private func require(
    _ count: Int, _ field: RecordLayout.Field, _ node: Int
  ) throws(FlatBufferError) {
    guard count == field.length else {
      throw FlatBufferError(
        code: .typeMismatch, message: "expected \(field.length) elements, found \(count)",
        position: position(node))
    }
  }

  /// The bits of a scalar, as `ScalarSource` gives them.
  mutating func scalar(_ node: Int, _ field: RecordLayout.Field) throws(FlatBufferError) -> UInt64 {
    if field.target >= 0 {
      return try enumeration(node, field.base, layout.enums[field.target])
    }
    switch field.base {
    case .bool:
      switch nodes[node].kind {
      case .true: return 1
      case .false: return 0
      default: throw mismatch(node, "true or false")
      }
    case .float32: return UInt64(try real(node, as: Float.self).bitPattern)
    case .float64: return try real(node, as: Double.self).bitPattern
    default: return try integer(node, field.base, "an integer")
    }
  }

  /// The bits of an enum's value, or of a union's type, by name or by number.
  mutating func enumeration(
    _ node: Int, _ base: Schema.BaseType, _ item: RecordLayout.Enum
  ) throws(FlatBufferError) -> UInt64 {
    guard nodes[node].kind == .string else {
      return try integer(node, base, "a name or an integer")
    }
    let layout = layout
    let bits: UInt64? = try unsafe text.withString(nodes[node], scratch: &scratch) {
      (name) throws(FlatBufferError) -> UInt64? in
      if let index = unsafe layout.value(name, of: item) {
        return UInt64(bitPattern: layout.values[index].number)
      }
      guard item.isFlags else { return nil }
      var bits: UInt64 = 0
      let parts = unsafe name.split(separator: UInt8(ascii: " "))
      for place in unsafe parts.indices {
        let part = unsafe UnsafeRawBufferPointer(rebasing: parts[place])
        guard let index = unsafe layout.value(part, of: item) else { return nil }
        bits |= UInt64(bitPattern: layout.values[index].number)
      }
      return bits
    }
    guard let bits else {
      throw FlatBufferError(
        code: .typeMismatch, message: "no value named \"\(text.string(nodes[node]))\"",
        position: position(node))
    }
    return bits
  }

  private func real<Number: FlatBufferReal & LosslessStringConvertible>(
    _ node: Int, as type: Number.Type
  ) throws(FlatBufferError) -> Number {
    switch nodes[node].kind {
    case .integer, .real:
      let number = text.real(nodes[node], as: type)
      guard number.isFinite else { throw outOfRange(node, "a number of \(type)") }
      return number
    case .string:
      guard let name = NonFiniteName(rawValue: text.string(nodes[node])) else { fallthrough }
      return name.number()
    default: throw mismatch(node, "a number, \"Infinity\", \"-Infinity\" or \"NaN\"")
    }
  }

  private func integer(
    _ node: Int, _ base: Schema.BaseType, _ expected: String
  ) throws(FlatBufferError) -> UInt64 {
    guard nodes[node].kind == .integer else { throw mismatch(node, expected) }
    let bitWidth = UInt64(base.byteSize * 8)
    if base.isSigned {
      let highest = Int64.max >> (64 - bitWidth)
      guard let value = text.signed(nodes[node]), value <= highest, value >= -highest - 1 else {
        throw outOfRange(node, "\(-highest - 1) to \(highest)")
      }
      return UInt64(bitPattern: value)
    }
    let highest = UInt64.max >> (64 - bitWidth)
    guard let (isNegative, magnitude) = text.integer(nodes[node]), magnitude <= highest,
      !isNegative || magnitude == 0
    else { throw outOfRange(node, "0 to \(highest)") }
    return magnitude
  }
}

extension StructWriter {
  /// Writes the lowest bytes of a scalar's bits.
  mutating func put(bits: UInt64, at offset: Int, _ size: Int) {
    switch size {
    case 1: put(UInt8(truncatingIfNeeded: bits), at: offset)
    case 2: put(UInt16(truncatingIfNeeded: bits), at: offset)
    case 4: put(UInt32(truncatingIfNeeded: bits), at: offset)
    default: put(bits, at: offset)
    }
  }
}
