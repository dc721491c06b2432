/// An integer of a table that an `Int64` can hold.
package struct IntegerField: Sendable {
  @usableFromInline let id: Int
  @usableFromInline let base: Schema.BaseType
  /// What stands for an absent one; nil for null.
  @usableFromInline let defaultValue: Int64?

  init(id: Int, base: Schema.BaseType, defaultValue: Int64?) {
    self.id = id
    self.base = base
    self.defaultValue = defaultValue
  }

  /// The value in one table, nil for null.
  ///
  /// Inlined where conditions are run on every row.
  ///
  /// - Throws: What reading damaged bytes throws.
  @inlinable
  package func value(in table: TableReader) throws(FlatBufferError) -> Int64? {
    let value: Int64? =
      switch base {
      case .int8: try table.optionalScalar(id, as: Int8.self).map { Int64($0) }
      case .uint8, .unionType: try table.optionalScalar(id, as: UInt8.self).map { Int64($0) }
      case .int16: try table.optionalScalar(id, as: Int16.self).map { Int64($0) }
      case .uint16: try table.optionalScalar(id, as: UInt16.self).map { Int64($0) }
      case .int32: try table.optionalScalar(id, as: Int32.self).map { Int64($0) }
      case .uint32: try table.optionalScalar(id, as: UInt32.self).map { Int64($0) }
      default: try table.optionalScalar(id, as: Int64.self)
      }
    return value ?? defaultValue
  }
}
