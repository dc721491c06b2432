import FlatBufferCoding

extension SchemaBuilder {
  /// Numbers a union's members, from 1; 0 is `NONE`.
  mutating func buildUnion(_ index: Int) {
    let declaration = declarations[index]
    let attributes = readAttributes(of: index)
    guard let place = schemaIndex[index] else { return }
    var values = [Schema.EnumValue(name: "NONE", number: 0)]
    var next: UInt64 = 1
    for syntax in declaration.values {
      guard let member = type(named: syntax.type ?? syntax.name, in: declaration.namespace)
      else { continue }
      guard member.base == .object || member.base == .string else {
        log.error(
          "a union's members are tables, structs and strings; '\(syntax.name.text)' is none",
          at: (syntax.type ?? syntax.name).range, remedy: "put it into a table of its own")
        continue
      }
      var number = next
      if let literal = syntax.number {
        guard case .integer(let magnitude?, false) = literal.value else {
          log.error(
            "a member's number is from 1 to 255", at: literal.range, remedy: "write a number")
          continue
        }
        number = magnitude
      }
      // flatc names a member without a name of its own by its type, dots replaced.
      let name = syntax.name.text.dotsReplaced
      guard (1...255).contains(number) else {
        log.error(
          "'\(name)' has the number \(number); members have 1 to 255",
          at: syntax.number?.range ?? syntax.name.range,
          remedy: "use a smaller number, or two unions")
        continue
      }
      next = number + 1
      if let twin = values.first(where: { $0.name == name || $0.number == Int64(number) }) {
        log.error(
          twin.name == name
            ? "'\(name)' is there twice" : "'\(name)' has the number of '\(twin.name)', \(number)",
          at: syntax.name.range,
          remedy: twin.name == name
            ? "give one a name: Other: \(syntax.name.text)" : "give it a number of its own")
        continue
      }
      values.append(
        Schema.EnumValue(
          name: name, number: Int64(number), member: member, documentation: syntax.documentation))
    }
    if declaration.values.isEmpty {
      log.error(
        "union '\(declaration.name.text)' has no members", at: declaration.name.range,
        remedy: "add at least one")
    }
    schema.enums[place].isUnion = true
    schema.enums[place].values = values.sorted { $0.number < $1.number }
    schema.enums[place].underlying = Schema.TypeReference(.unionType, index: place)
    schema.enums[place].attributes = attributes.recorded
  }
}
