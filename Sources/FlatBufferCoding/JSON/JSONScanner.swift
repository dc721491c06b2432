/// Reads a JSON text once, from the front, and lists its values.
///
/// Bounds: `byte` alone reads, and gives nil at the end; `position` rises only past bytes that it gave. Lifetime: it
/// lives inside `JSONTape.read`, whose caller keeps the text. `JSONTapeTests` run this, on cut and damaged texts too.
@safe
struct JSONScanner {
  private let text: UnsafeRawBufferPointer
  private var position = 0
  private(set) var nodes: [JSONTape.Node]

  /// Starts at the front of `text`; `nodes` is empty, and lends its room.
  init(_ text: UnsafeRawBufferPointer, nodes: [JSONTape.Node]) {
    unsafe self.text = text
    self.nodes = nodes
  }

  /// Lists the one value of the text.
  mutating func scan() throws(FlatBufferError) {
    skipSpace()
    try value(depth: 1)
    skipSpace()
    guard byte == nil else { throw failure("more text behind the value") }
  }

  private var byte: UInt8? {
    unsafe position < text.count ? text[position] : nil
  }

  private mutating func skipSpace() {
    while let byte, byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 { position += 1 }
  }

  private mutating func value(depth: Int) throws(FlatBufferError) {
    guard let byte else { throw failure("the text ends where a value is expected") }
    switch byte {
    case UInt8(ascii: "{"): try object(depth: depth)
    case UInt8(ascii: "["): try array(depth: depth)
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): try literal("true", .true)
    case UInt8(ascii: "f"): try literal("false", .false)
    case UInt8(ascii: "n"): try literal("null", .null)
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
    default: throw failure("expected a value")
    }
  }

  private mutating func object(depth: Int) throws(FlatBufferError) {
    let index = try open(.object, depth: depth)
    skipSpace()
    if byte == UInt8(ascii: "}") { return close(index) }
    while true {
      guard byte == UInt8(ascii: "\"") else { throw failure("expected a member's name") }
      try string()
      skipSpace()
      guard byte == UInt8(ascii: ":") else { throw failure("expected a colon") }
      position += 1
      skipSpace()
      try value(depth: depth + 1)
      skipSpace()
      if byte == UInt8(ascii: "}") { return close(index) }
      guard byte == UInt8(ascii: ",") else { throw failure("expected a comma or }") }
      position += 1
      skipSpace()
    }
  }

  private mutating func array(depth: Int) throws(FlatBufferError) {
    let index = try open(.array, depth: depth)
    skipSpace()
    if byte == UInt8(ascii: "]") { return close(index) }
    while true {
      try value(depth: depth + 1)
      skipSpace()
      if byte == UInt8(ascii: "]") { return close(index) }
      guard byte == UInt8(ascii: ",") else { throw failure("expected a comma or ]") }
      position += 1
      skipSpace()
    }
  }

  /// Lists an array or object that starts here, and returns its node's index.
  private mutating func open(_ kind: JSONTape.Kind, depth: Int) throws(FlatBufferError) -> Int {
    guard depth <= JSONTape.maximumDepth else {
      throw failure("nested deeper than \(JSONTape.maximumDepth)")
    }
    let index = nodes.count
    append(kind, from: position, to: position)
    position += 1
    return index
  }

  /// Ends an array or object at the bracket that stands here.
  private mutating func close(_ index: Int) {
    position += 1
    nodes[index].end = Int32(truncatingIfNeeded: position)
    nodes[index].next = Int32(truncatingIfNeeded: nodes.count)
  }

  private mutating func append(
    _ kind: JSONTape.Kind, from start: Int, to end: Int, hasEscapes: Bool = false
  ) {
    nodes.append(
      JSONTape.Node(
        kind: kind, hasEscapes: hasEscapes, start: Int32(truncatingIfNeeded: start),
        end: Int32(truncatingIfNeeded: end), next: Int32(truncatingIfNeeded: nodes.count + 1)))
  }

  private mutating func literal(
    _ name: StaticString, _ kind: JSONTape.Kind
  ) throws(FlatBufferError) {
    let start = position
    for index in 0..<name.utf8CodeUnitCount {
      guard unsafe byte == name.utf8Start[index] else { throw failure("expected \(name)") }
      position += 1
    }
    append(kind, from: start, to: position)
  }

  private mutating func number() throws(FlatBufferError) {
    let start = position
    var kind = JSONTape.Kind.integer
    if byte == UInt8(ascii: "-") { position += 1 }
    if byte == UInt8(ascii: "0") {
      position += 1
      if isDigit { throw failure("a number with a leading zero") }
    } else {
      try digits()
    }
    if byte == UInt8(ascii: ".") {
      kind = .real
      position += 1
      try digits()
    }
    if byte == UInt8(ascii: "e") || byte == UInt8(ascii: "E") {
      kind = .real
      position += 1
      if byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-") { position += 1 }
      try digits()
    }
    append(kind, from: start, to: position)
  }

  private var isDigit: Bool {
    guard let byte else { return false }
    return byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9")
  }

  private mutating func digits() throws(FlatBufferError) {
    guard isDigit else { throw failure("expected a digit") }
    while isDigit { position += 1 }
  }

  private mutating func string() throws(FlatBufferError) {
    position += 1
    let start = position
    var hasEscapes = false
    var isASCII = true
    while true {
      position = unsafe PlainText.end(in: text, from: position)
      guard let byte, byte != UInt8(ascii: "\"") else { break }
      if byte == UInt8(ascii: "\\") {
        hasEscapes = true
        try escape()
        continue
      }
      guard byte >= 0x20 else { throw failure("a control character in a string; escape it") }
      if byte >= 0x80 { isASCII = false }
      position += 1
    }
    guard byte != nil else { throw failure("the text ends inside a string") }
    if !isASCII,
      let invalid = unsafe UTF8Validation.firstInvalid(
        in: UnsafeRawBufferPointer(rebasing: text[start..<position]))
    {
      position = start + invalid
      throw failure("a string is not UTF-8")
    }
    append(.string, from: start, to: position, hasEscapes: hasEscapes)
    position += 1
  }

  private mutating func escape() throws(FlatBufferError) {
    let start = position
    position += 1
    guard let byte else { throw failure("the text ends inside a string") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      return
    case UInt8(ascii: "u"):
      let unit = try hexadecimal()
      if unit & 0xF800 != 0xD800 { return }
      guard unit < 0xDC00, self.byte == UInt8(ascii: "\\") else { throw loneSurrogate(start) }
      position += 1
      guard self.byte == UInt8(ascii: "u") else { throw loneSurrogate(start) }
      position += 1
      guard try hexadecimal() & 0xFC00 == 0xDC00 else { throw loneSurrogate(start) }
    default:
      position = start
      throw failure("an unknown escape in a string")
    }
  }

  /// Reads four hexadecimal digits.
  private mutating func hexadecimal() throws(FlatBufferError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = byte.flatMap(JSONScanner.hexadecimalDigit) else {
        throw failure("expected four hexadecimal digits")
      }
      value = value << 4 | UInt16(digit)
      position += 1
    }
    return value
  }

  /// The value of a hexadecimal digit.
  static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }

  private mutating func loneSurrogate(_ start: Int) -> FlatBufferError {
    position = start
    return failure("half of a surrogate pair in a string")
  }

  private func failure(_ message: String) -> FlatBufferError {
    FlatBufferError(code: .invalidJSON, message: message, position: position)
  }
}
