import FlatBufferCoding

/// How a struct lies in memory.
enum StructLayout {
  /// Being laid out: to meet it again is recursion.
  case inProgress
  case done(size: Int, alignment: Int)
}

extension SchemaBuilder {
  /// Structs nest no deeper than this.
  private static let maximumDepth = 64
  /// A table holds a struct within its own 64 KiB.
  private static let maximumSize = 65_535

  /// Lays out a struct, and those inside it first: each field at a multiple of its alignment.
  ///
  /// `path` are the structs around it, by declaration.
  mutating func layout(of index: Int, path: [Int]) -> (size: Int, alignment: Int) {
    if case .done(let size, let alignment) = layouts[index] { return (size, alignment) }
    layouts[index] = .inProgress
    let declaration = declarations[index]
    var size = 0
    var alignment = 1
    var fields: [Schema.Field] = []
    var names: Set<String> = []
    for syntax in declaration.fields {
      guard let (field, fieldSize, fieldAlignment) = structField(syntax, of: index, path: path)
      else { continue }
      guard names.insert(syntax.name.text).inserted else {
        log.error(
          "'\(syntax.name.text)' is there twice", at: syntax.name.range,
          remedy: "rename one of them")
        continue
      }
      size = size.rounded(upToMultipleOf: fieldAlignment)
      var placed = field
      placed.id = fields.count
      placed.offset = size
      fields.append(placed)
      size += fieldSize
      alignment = max(alignment, fieldAlignment)
      if size > Self.maximumSize {
        log.error(
          "struct '\(declaration.name.text)' is larger than \(Self.maximumSize) bytes",
          at: syntax.name.range, remedy: "use a table with a vector")
        size = 0
      }
    }
    if declaration.fields.isEmpty {
      log.error(
        "struct '\(declaration.name.text)' has no fields", at: declaration.name.range,
        remedy: "add one, or use a table")
    }
    alignment = forcedAlignment(of: index, natural: alignment)
    size = size.rounded(upToMultipleOf: alignment)
    layouts[index] = .done(size: size, alignment: alignment)
    if let place = schemaIndex[index] {
      schema.objects[place].fields = fields
      schema.objects[place].byteSize = size
      schema.objects[place].alignment = alignment
    }
    return (size, alignment)
  }

  /// A struct's field with its size and alignment in bytes; nil, with a diagnostic, if it can't be one.
  private mutating func structField(
    _ syntax: FieldSyntax, of index: Int, path: [Int]
  ) -> (Schema.Field, size: Int, alignment: Int)? {
    let declaration = declarations[index]
    let attributes = read(syntax.attributes, at: .structField)
    if let value = syntax.defaultValue {
      log.error(
        "fields of structs have no defaults", at: value.range,
        remedy: "remove it: a struct is always whole")
    }
    guard let type = type(syntax.type, of: declaration) else { return nil }
    let base = type.base == .array ? type.element : type.base
    var size = base.byteSize
    var alignment = size
    if base == .object, let place = type.index, schema.objects[place].isStruct,
      let inner = byName[schema.objects[place].name]
    {
      guard let layout = nested(inner, in: index, path: path, at: syntax.type.range) else {
        return nil
      }
      (size, alignment) = layout
    } else if !base.isScalar {
      log.error(
        "a struct holds only numbers, bools, enums and other structs", at: syntax.type.range,
        remedy: "make '\(declaration.name.text)' a table")
      return nil
    }
    for name in ["indexed", "unique"] where type.base == .array || base == .object {
      guard let range = attributes.range(name) else { continue }
      log.error(
        "'\(name)' is for numbers, bools and enums here", at: range, remedy: "remove it")
    }
    let field = Schema.Field(
      name: syntax.name.text, type: type, id: 0, offset: 0, attributes: attributes.recorded,
      documentation: syntax.documentation)
    return (field, size * max(1, type.fixedLength), alignment)
  }

  /// The layout of a struct inside another one; nil, with a diagnostic, for recursion.
  private mutating func nested(
    _ inner: Int, in index: Int, path: [Int], at range: SourceRange
  ) -> (size: Int, alignment: Int)? {
    if case .inProgress = layouts[inner] {
      let circle = (path + [index]).drop { $0 != inner } + [inner]
      log.error(
        "struct '\(name(inner))' would contain itself (\(circle.map(name).joined(separator: " → ")))",
        at: range, remedy: "use a table, whose fields can be absent")
      return nil
    }
    guard path.count < Self.maximumDepth else {
      log.error(
        "structs are nested deeper than \(Self.maximumDepth)", at: range, remedy: "use tables")
      return nil
    }
    return layout(of: inner, path: path + [index])
  }

  /// The alignment that `force_align` asks for, or the natural one.
  private mutating func forcedAlignment(of index: Int, natural: Int) -> Int {
    let attributes = declarations[index].attributes
    guard let attribute = attributes.first(where: { $0.name.text == "force_align" }),
      let value = attribute.value, let forced = Int(value.attributeText)
    else { return natural }
    guard forced >= natural, forced <= 16, forced & (forced - 1) == 0 else {
      log.error(
        "the alignment \(forced) can't be forced", at: value.range,
        remedy: "use a power of two from \(natural), the natural one, to 16")
      return natural
    }
    return forced
  }
}

extension Int {
  /// The least multiple of a power of two that is not less.
  func rounded(upToMultipleOf alignment: Int) -> Int {
    (self + alignment - 1) & ~(alignment - 1)
  }
}
