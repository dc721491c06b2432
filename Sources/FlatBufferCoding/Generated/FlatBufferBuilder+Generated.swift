extension FlatBufferBuilder {
  /// Writes a vector of tables.
  @inlinable
  public mutating func vector<T: FlatBufferTable>(tables: [T]) -> FlatBufferOffset {
    var offsets: [FlatBufferOffset] = []
    offsets.reserveCapacity(tables.count)
    for table in tables { offsets.append(table.write(to: &self)) }
    return vector(of: offsets)
  }

  /// Writes the types and values of a vector of unions.
  ///
  /// A member that the schema does not name becomes `NONE`, which keeps the others in place, and makes `check` throw.
  @inlinable
  public mutating func vector<U: FlatBufferUnion>(
    unions: [U]
  ) -> (types: FlatBufferOffset, values: FlatBufferOffset) {
    let types = vector(unions.map(\.writableType))
    var offsets: [FlatBufferOffset] = []
    for union in unions {
      let offset = union.write(to: &self)
      if offset == nil, union.kind.rawValue != 0 { hasUnknownMember = true }
      offsets.append(offset ?? emptyTable())
    }
    return (types, vector(of: offsets))
  }

  /// Adds a union's type, its member having been written at `offset`.
  ///
  /// A member that the schema does not name, which was not written, is left out and makes `check` throw.
  @inlinable
  public mutating func add<U: FlatBufferUnion>(
    _ id: Int, typeOf union: U?, at offset: FlatBufferOffset?
  ) {
    guard let union else { return }
    guard offset != nil else {
      hasUnknownMember = true
      return
    }
    add(id, union.kind.rawValue, default: 0)
  }

  /// A table without fields, to stand for `NONE`.
  @inlinable
  mutating func emptyTable() -> FlatBufferOffset {
    startTable(fieldCount: 0)
    return endTable()
  }
}
