extension SchemaComparison {
  /// Compares an enum or union with what it has become.
  mutating func compare(_ item: Schema.Enum, _ successor: Schema.Enum) {
    guard item.isUnion == successor.isUnion else {
      let kinds = item.isUnion ? ("union", "enum") : ("enum", "union")
      return offend(item.name, "the \(kinds.0) is now a \(kinds.1)")
    }
    if item.isUnion { return compareMembers(item, successor) }
    if item.underlying.base != successor.underlying.base {
      offend(
        item.name,
        "the type changed from \(SchemaPrinter.name(of: item.underlying.base)) to "
          + SchemaPrinter.name(of: successor.underlying.base))
    }
    let isFlags = item.attributes.contains(named: "bit_flags")
    if isFlags != successor.attributes.contains(named: "bit_flags") {
      offend(item.name, isFlags ? "the enum lost bit_flags" : "the enum gained bit_flags")
      return
    }
    for value in item.values {
      let place = "\(item.name).\(value.name)"
      guard let other = successor.values.first(where: { $0.name == value.name }) else {
        offend(place, "the value was removed or renamed")
        continue
      }
      if other.number != value.number {
        offend(place, "the number changed from \(value.number) to \(other.number)")
      }
    }
  }

  /// Members may be renamed; new ones come after the old.
  private mutating func compareMembers(_ item: Schema.Enum, _ successor: Schema.Enum) {
    var highest: Int64 = 0
    for value in item.values {
      let place = "\(item.name).\(value.name)"
      highest = max(highest, value.number)
      let other = successor.values.first { $0.number == value.number }
      if let moved = successor.values.first(where: { $0.name == value.name }),
        moved.number != value.number
      {
        offend(place, "the member's number changed from \(value.number) to \(moved.number)")
      } else if let other, !isSame(value.member, as: other.member) {
        offend(
          place,
          "the member's type changed from \(name(value.member, in: old)) to "
            + name(other.member, in: new))
      } else if other == nil {
        offend(place, "the member was removed")
      }
    }
    for value in successor.values where value.number < highest {
      if !item.values.contains(where: { $0.number == value.number }) {
        offend("\(item.name).\(value.name)", "a new member must come after the others")
      }
    }
  }
}
