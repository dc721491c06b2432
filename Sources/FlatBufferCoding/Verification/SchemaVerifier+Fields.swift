extension SchemaVerifier {
  /// Verifies one field of a table, and what it leads to.
  func verify(_ check: FieldCheck, in table: TableReader) throws(FlatBufferError) {
    let entry = table.entry(check.id)
    guard entry != 0 else {
      if check.isRequired { throw .absent(in: table) }
      if case .union(let union) = check.content {
        return try requireNothing(union, type: table.scalar(check.id - 1, default: 0), in: table)
      }
      if case .unions = check.content {
        guard try table.vector(check.id - 1)?.count ?? 0 == 0 else { throw .absent(in: table) }
      }
      return
    }
    switch check.content {
    case .scalar(let size):
      try table.requireAlignment(table.place(entry, size: size), size)
    case .structure(let size, let alignment):
      try table.requireAlignment(table.place(entry, size: size), alignment)
    default:
      try table.requireAlignment(table.place(entry, size: 4), 4)
      try verify(behind: check, in: table)
    }
  }

  /// Verifies what an offset in a table leads to.
  private func verify(behind check: FieldCheck, in table: TableReader) throws(FlatBufferError) {
    switch check.content {
    case .scalar, .structure: break
    case .string:
      let place = try table.place(table.entry(check.id), size: 4)
      try verifyString(at: place, in: table.view)
    case .table(let object):
      if let child = try table.table(check.id) { try verify(child, as: object) }
    case .union(let union):
      let type = try table.scalar(check.id - 1, default: UInt8(0))
      if check.isRequired, type == 0 { throw .absent(in: table) }
      let place = try table.place(table.entry(check.id), size: 4)
      try verify(member: type, of: union, at: place, in: table.view, depth: table.depth)
    default:
      guard let vector = try table.vector(check.id) else { return }
      try table.requireAlignment(vector.position, 4)
      if case .unions(let union) = check.content {
        try verify(vector, of: union, types: table.vector(check.id - 1))
      } else {
        try verify(vector, check.content)
      }
    }
  }

  /// Verifies the elements of a vector, unless they are unions.
  private func verify(
    _ vector: VectorReader, _ content: FieldCheck.Content
  ) throws(FlatBufferError) {
    switch content {
    case .scalars(let size):
      try vector.spendAll(size: size)
      if vector.count > 0 { try vector.view.requireAlignment(vector.position, size) }
    case .structures(let size, let alignment):
      try vector.spendAll(size: size)
      if vector.count > 0 { try vector.view.requireAlignment(vector.position, alignment) }
    case .strings:
      try vector.each { (index) throws(FlatBufferError) in
        try verifyString(at: vector.place(index, size: 4), in: vector.view)
      }
    case .tables(let object):
      try vector.each { (index) throws(FlatBufferError) in
        try verify(vector.table(at: index), as: object)
      }
    default: break
    }
  }

  /// Verifies the elements of a vector of unions, of which there must be as many as types.
  private func verify(
    _ vector: VectorReader, of union: Int, types: VectorReader?
  ) throws(FlatBufferError) {
    guard vector.count == types?.count ?? 0 else {
      throw FlatBufferError(
        code: .typeMismatch, message: "a vector of unions has \(types?.count ?? 0) types",
        position: vector.position)
    }
    guard let types else { return }
    try vector.each { (index) throws(FlatBufferError) in
      try verify(
        member: types.scalar(at: index), of: union, at: vector.place(index, size: 4),
        in: vector.view, depth: Int(vector.nesting))
    }
  }

  /// Verifies the value of a union that the offset at `place` leads to, whose place was checked.
  private func verify(
    member type: UInt8, of union: Int, at place: Int, in view: ByteView, depth: Int
  ) throws(FlatBufferError) {
    switch unions[union][Int(type)] {
    case .nothing: break
    case .string: try verifyString(at: place, in: view)
    case .table(let object):
      let target = try view.follow(place, room: 4)
      try verify(TableReader(view, at: target, depth: depth + 1), as: object)
    case .structure(let size, let alignment):
      let target = try view.follow(place, room: size)
      try view.spend(16 + size)
      try view.requireAlignment(target, alignment)
    case nil where type == 0: break
    case nil:
      // A later schema has that member.
      _ = try view.follow(place, room: 1)
    }
  }

  /// Throws if a union without a value has a type that needs one.
  private func requireNothing(
    _ union: Int, type: UInt8, in table: TableReader
  ) throws(FlatBufferError) {
    guard type != 0 else { return }
    if case .nothing = unions[union][Int(type)] { return }
    throw .absent(in: table)
  }

  private func verifyString(at place: Int, in view: ByteView) throws(FlatBufferError) {
    try view.requireAlignment(view.follow(place, room: 5), 4)
    try view.verifyString(place)
  }
}

extension VectorReader {
  /// Calls `body` for each index; what it throws is told with the index.
  fileprivate func each(
    _ body: (Int) throws(FlatBufferError) -> Void
  ) throws(FlatBufferError) {
    for index in 0..<count {
      do throws(FlatBufferError) {
        try body(index)
      } catch {
        throw error.inside("[\(index)]")
      }
    }
  }
}

extension TableReader {
  /// Throws unless `position` is a multiple of `alignment`.
  func requireAlignment(_ position: Int, _ alignment: Int) throws(FlatBufferError) {
    try view.requireAlignment(position, alignment)
  }
}

extension ByteView {
  /// Throws unless `position` is a multiple of `alignment`.
  func requireAlignment(_ position: Int, _ alignment: Int) throws(FlatBufferError) {
    guard position & (alignment - 1) == 0 else {
      throw FlatBufferError(
        code: .misaligned, message: "not at a multiple of \(alignment)", position: position)
    }
  }
}

extension FlatBufferError {
  /// The error of something within `field`, told from outside it.
  func inside(_ name: String) -> FlatBufferError {
    let path =
      if field.isEmpty {
        name
      } else if field.utf8.first == UInt8(ascii: "[") {
        name + field
      } else {
        name + "." + field
      }
    return FlatBufferError(code: code, message: message, field: path, position: position)
  }

  /// A field is absent that must be there.
  fileprivate static func absent(in table: TableReader) -> FlatBufferError {
    FlatBufferError(
      code: .missingField, message: "a required field is absent", position: table.position)
  }
}
