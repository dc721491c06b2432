/// A JSON value as a tree, with its numbers exact.
package indirect enum JSONValue: Sendable, Hashable {
  /// `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// An integer of 64 bits, signed.
  case integer(Int64)
  /// An integer above `Int64.max`.
  case unsigned(UInt64)
  /// A number with a fraction or exponent, or one that has more than 64 bits.
  case real(Double)
  /// A string.
  case string(String)
  /// An array.
  case array([JSONValue])
  /// An object, its members in the order of the text.
  case object([Member])

  /// A member of an object.
  package struct Member: Sendable, Hashable {
    /// The member's name.
    package var name: String
    /// The member's value.
    package var value: JSONValue

    /// Makes a member.
    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// Reads a JSON text.
  ///
  /// - Throws: `invalidJSON`, with the place: what `JSONTape.read` throws, for a name that is twice in one object, and for
  ///   a number above the largest double.
  package init(parsing text: UnsafeRawBufferPointer) throws(FlatBufferError) {
    var tape = JSONTape()
    try unsafe tape.read(text)
    let tree = unsafe JSONTree(text: JSONText(text), nodes: tape.nodes)
    self = try tree.value(0)
  }

  /// Reads a JSON text, as the form for raw bytes does.
  ///
  /// - Throws: As the form for raw bytes.
  package init(parsing text: String) throws(FlatBufferError) {
    self = try unsafe Array(text.utf8).withUnsafeBufferPointer {
      (utf8) throws(FlatBufferError) -> JSONValue in
      try unsafe JSONValue(parsing: UnsafeRawBufferPointer(utf8))
    }
  }

  /// The value of an object's member; nil if there is none.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// Writes the value, without spaces.
  package func write(to writer: inout JSONWriter) {
    switch self {
    case .null: writer.append("null")
    case .bool(let value): writer.write(value)
    case .integer(let value): writer.write(value)
    case .unsigned(let value): writer.write(value)
    case .real(let value): writer.write(real: value)
    case .string(let value): writer.write(string: value)
    case .array(let elements):
      writer.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { writer.append(UInt8(ascii: ",")) }
        element.write(to: &writer)
      }
      writer.append(UInt8(ascii: "]"))
    case .object(let members):
      writer.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { writer.append(UInt8(ascii: ",")) }
        writer.write(string: member.name)
        writer.append(UInt8(ascii: ":"))
        member.value.write(to: &writer)
      }
      writer.append(UInt8(ascii: "}"))
    }
  }

  /// The value as a JSON text, without spaces.
  package var text: String {
    var writer = JSONWriter()
    write(to: &writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }
}

/// Makes values of a tape's nodes.
private struct JSONTree {
  let text: JSONText
  let nodes: [JSONTape.Node]

  func value(_ index: Int) throws(FlatBufferError) -> JSONValue {
    let node = nodes[index]
    switch node.kind {
    case .null: return .null
    case .false: return .bool(false)
    case .true: return .bool(true)
    case .integer:
      if let value = text.signed(node) { return .integer(value) }
      if let (isNegative, magnitude) = text.integer(node), !isNegative {
        return .unsigned(magnitude)
      }
      return try real(node)
    case .real: return try real(node)
    case .string: return .string(text.string(node))
    case .array: return .array(try elements(of: index))
    case .object: return .object(try members(of: index))
    }
  }

  private func real(_ node: JSONTape.Node) throws(FlatBufferError) -> JSONValue {
    let value = text.real(node, as: Double.self)
    guard value.isFinite else {
      throw FlatBufferError(
        code: .invalidJSON, message: "a number is out of range", position: Int(node.start))
    }
    return .real(value)
  }

  private func elements(of index: Int) throws(FlatBufferError) -> [JSONValue] {
    var elements: [JSONValue] = []
    var child = index + 1
    while child < Int(nodes[index].next) {
      elements.append(try value(child))
      child = Int(nodes[child].next)
    }
    return elements
  }

  private func members(of index: Int) throws(FlatBufferError) -> [JSONValue.Member] {
    var members: [JSONValue.Member] = []
    var names: Set<[UInt8]> = []
    var child = index + 1
    while child < Int(nodes[index].next) {
      let name = text.string(nodes[child])
      guard names.insert(Array(name.utf8)).inserted else {
        throw FlatBufferError(
          code: .invalidJSON, message: "the name \(name) is twice in one object",
          position: Int(nodes[child].start))
      }
      members.append(JSONValue.Member(name, try value(child + 1)))
      child = Int(nodes[child + 1].next)
    }
    return members
  }
}
