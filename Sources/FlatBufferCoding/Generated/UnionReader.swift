/// A member of a union in a buffer: its number, and the way to its value.
public struct UnionReader {
  @usableFromInline enum Place {
    case field(TableReader, id: Int)
    case element(VectorReader, index: Int)
  }

  /// The member's number.
  public let type: UInt8

  @usableFromInline let place: Place

  @inlinable
  init(type: UInt8, place: Place) {
    self.type = type
    self.place = place
  }

  /// The member as a table.
  ///
  /// - Throws: What decoding throws; `missingField` if there is no value.
  @inlinable
  public func table<T: FlatBufferTable>(as type: T.Type) throws(FlatBufferError) -> T {
    switch place {
    case .field(let table, let id):
      try table.required(try table.table(id, as: type), named: "value")
    case .element(let vector, let index): try T(reading: vector.table(at: index))
    }
  }

  /// The member as a struct.
  ///
  /// - Throws: `outOfBounds` for damaged bytes; `missingField` if there is no value.
  @inlinable
  public func structure<S: FlatBufferStruct>(as type: S.Type) throws(FlatBufferError) -> S {
    switch place {
    case .field(let table, let id):
      S(
        reading: try table.required(
          try table.unionStructure(id, size: S.byteSize), named: "value"))
    case .element(let vector, let index):
      S(reading: try vector.unionStructure(at: index, size: S.byteSize))
    }
  }

  /// The member as a string.
  ///
  /// - Throws: What `string` throws; `missingField` if there is no value.
  @inlinable
  public func string() throws(FlatBufferError) -> String {
    switch place {
    case .field(let table, let id): try table.requiredString(id, named: "value")
    case .element(let vector, let index): try vector.string(at: index)
    }
  }
}

extension TableReader {
  /// A decoded union, or nil for `NONE`; its type is the field before `id`.
  ///
  /// - Throws: What decoding throws.
  @inlinable
  public func union<U: FlatBufferUnion>(_ id: Int, as union: U.Type) throws(FlatBufferError) -> U? {
    let type = try scalar(id - 1, default: UInt8(0))
    guard type != 0 else { return nil }
    return try U(reading: UnionReader(type: type, place: .field(self, id: id)))
  }

  /// A decoded vector of unions, or nil where it is absent; its types are the field before `id`.
  ///
  /// - Throws: What decoding throws; `outOfBounds` if there are not as many types as values.
  @inlinable
  public func unions<U: FlatBufferUnion>(
    _ id: Int, as union: U.Type
  ) throws(FlatBufferError) -> [U]? {
    guard let values = try vector(id) else { return nil }
    let types = try vector(id - 1)?.scalars(UInt8.self) ?? []
    guard types.count == values.count else {
      throw FlatBufferError(
        code: .outOfBounds,
        message: "a vector of unions has \(types.count) types and \(values.count) values",
        position: values.position)
    }
    var result: [U] = []
    for (index, type) in types.enumerated() {
      result.append(
        try U(reading: UnionReader(type: type, place: .element(values, index: index))))
    }
    return result
  }
}
