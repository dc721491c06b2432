/// What types are called where they are used, so that this compiler and `flatc` find the same ones.
///
/// A look-up goes from inside out, so that a qualified name may lead to a type deeper within; and `flatc` takes a
/// type that it meets under two names before its declaration for two types.
struct ReferenceNames {
  /// The qualified names of all types.
  private let all: Set<String>
  /// Short names that only one type has, which only its own namespace uses.
  private let short: Set<Substring>

  init(_ schema: Schema) {
    var counts: [Substring: Int] = [:]
    for name in schema.objects.map(\.name) + schema.enums.map(\.name) {
      counts[SchemaPrinter.split(name).name, default: 0] += 1
    }
    func exclude(_ type: Schema.TypeReference, usedBy user: String) {
      guard let index = type.index else { return }
      let name = type.refersToObject ? schema.objects[index].name : schema.enums[index].name
      let (scope, short) = SchemaPrinter.split(name)
      if scope != SchemaPrinter.split(user).scope { counts[short] = nil }
    }
    for object in schema.objects {
      for field in object.fields { exclude(field.type, usedBy: object.name) }
    }
    for item in schema.enums {
      for value in item.values { exclude(value.member, usedBy: item.name) }
    }
    short = Set(counts.filter { $0.value == 1 }.keys)
    all = Set(schema.objects.map(\.name) + schema.enums.map(\.name))
  }

  /// The name of a type, seen from a namespace: short where it can be, else qualified.
  ///
  /// Where a type further inside hides the qualified name, as much of it is left out as must be.
  func name(of type: String, from namespace: String) -> String {
    let (scope, name) = SchemaPrinter.split(type)
    if scope == namespace, short.contains(name) { return String(name) }
    let parts = type.split(separator: ".")
    for count in parts.indices {
      let candidate = parts[count...].joined(separator: ".")
      if meaning(of: candidate, in: namespace) == type { return candidate }
    }
    return type
  }

  /// The type that a name means: the innermost one wins.
  private func meaning(of name: String, in namespace: String) -> String? {
    let scopes = namespace.split(separator: ".")
    for count in stride(from: scopes.count, through: 0, by: -1) {
      let candidate = (scopes.prefix(count) + [name[...]]).joined(separator: ".")
      if all.contains(candidate) { return candidate }
    }
    return nil
  }
}
