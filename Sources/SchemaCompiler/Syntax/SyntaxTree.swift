/// What one file says, before names are resolved.
struct FileSyntax {
  /// The source, by its number in the log.
  var file: Int
  var includes: [StringSyntax] = []
  /// Every namespace that the file opens, in order.
  var namespaces: [[String]] = []
  var declarations: [Declaration] = []
  /// Names of attributes that the file declares.
  var attributes: Set<String> = []
  /// The name after `root_type`, and the namespace it stands in.
  var root: (name: NameSyntax, namespace: [String])?
  var identifier: StringSyntax?
  var fileExtension: StringSyntax?
}

/// A name, perhaps qualified, as it is written.
struct NameSyntax: Hashable {
  /// Parts joined by a dot.
  var text: String
  var range: SourceRange

  var parts: [String] {
    text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }
}

/// A quoted string.
struct StringSyntax {
  var text: String
  var range: SourceRange
}

/// A table, struct, enum or union.
struct Declaration {
  enum Body {
    case table([FieldSyntax])
    case structure([FieldSyntax])
    case enumeration(underlying: NameSyntax?, [ValueSyntax])
    case union([ValueSyntax])
  }

  var name: NameSyntax
  var namespace: [String]
  var attributes: [AttributeSyntax]
  var documentation: [String]
  var body: Body

  var qualifiedName: String { (namespace + [name.text]).joined(separator: ".") }

  /// What the declaration is called in messages.
  var kind: String {
    switch body {
    case .table: "table"
    case .structure: "struct"
    case .enumeration: "enum"
    case .union: "union"
    }
  }

  /// The fields of a table or struct.
  var fields: [FieldSyntax] {
    switch body {
    case .table(let fields), .structure(let fields): fields
    case .enumeration, .union: []
    }
  }

  /// The values of an enum, or the members of a union.
  var values: [ValueSyntax] {
    switch body {
    case .enumeration(_, let values), .union(let values): values
    case .table, .structure: []
    }
  }
}

/// A field of a table or struct.
struct FieldSyntax {
  var name: NameSyntax
  var type: TypeSyntax
  var defaultValue: LiteralSyntax?
  var attributes: [AttributeSyntax]
  var documentation: [String]
}

/// A type: a name alone, `[name]` or `[name:length]`.
struct TypeSyntax {
  enum Shape: Hashable {
    case plain, vector
    case array(length: Int)
  }

  var shape: Shape
  var name: NameSyntax
  var range: SourceRange
}

/// A value of an enum, or a member of a union.
struct ValueSyntax {
  /// The value's name; of a member without a name of its own, its type's.
  var name: NameSyntax
  /// The type of a union's member, where it differs from the name.
  var type: NameSyntax?
  var number: LiteralSyntax?
  var documentation: [String]
}

/// A name in parentheses, perhaps with a value.
struct AttributeSyntax {
  var name: NameSyntax
  var value: LiteralSyntax?
}

/// A value as it is written.
struct LiteralSyntax {
  enum Value: Hashable {
    /// An integer: its magnitude, nil beyond 64 bits.
    case integer(magnitude: UInt64?, isNegative: Bool)
    case real(Double)
    /// A name, such as `null`, `true`, `Red` or `Color.Red`.
    case name(String)
    case string(String)
    /// `[]`
    case emptyVector
  }

  var value: Value
  var range: SourceRange

  /// The text for an attribute's value.
  var attributeText: String {
    switch value {
    case .integer(let magnitude, let isNegative):
      (isNegative ? "-" : "") + (magnitude.map(String.init) ?? "")
    case .real(let number): "\(number)"
    case .name(let text), .string(let text): text
    case .emptyVector: "[]"
    }
  }
}
