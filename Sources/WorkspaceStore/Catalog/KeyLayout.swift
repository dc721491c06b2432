package import FlatBufferCoding

/// One primary field.
package struct KeyField: Sendable {
  /// The field.
  package let field: Schema.Field
  /// The field, resolved in the recorded schema.
  package let resolved: ResolvedPath

  /// The type on the wire; an enum's is that of its integer.
  package var base: Schema.BaseType { field.type.base }
}

/// How the key of a type is stored.
package enum KeyLayout: Sendable {
  /// One integer, which is the row id; of 64 bits unsigned as *x* ^ 1<<63.
  case rowID(KeyField)
  /// Columns `k0`, `k1`, …; the row id comes from the store's counter.
  case columns([KeyField])

  /// The primary fields in order.
  package var fields: [KeyField] {
    switch self {
    case .rowID(let field): [field]
    case .columns(let fields): fields
    }
  }

  /// Whether the key is the row id.
  package var isRowID: Bool {
    if case .rowID = self { true } else { false }
  }
}
