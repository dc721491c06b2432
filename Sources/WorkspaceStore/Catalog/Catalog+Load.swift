internal import FlatBufferCoding

extension Catalog {
  /// Reads the catalog in a transaction that is open, keeping the types of `previous` that are unchanged.
  ///
  /// - Throws: `newerVersion` if another program has brought the store to a later version since it was opened.
  static func load(
    _ connection: Connection, generation: Int64, previous: Catalog
  ) throws(WorkspaceError) -> Catalog {
    try StoreFormat(connection: connection).refuseNewer()
    var indexes: [Int64: [IndexRow]] = [:]
    let indexSQL =
      "SELECT number, type, path, is_unique, state, progress FROM __index ORDER BY number"
    try connection.withStatement(indexSQL) { (statement) throws(WorkspaceError) in
      while try statement.step() {
        let row = IndexRow(
          number: statement.integer(0), path: statement.array(2),
          isUnique: statement.integer(3) != 0, state: statement.integer(4),
          progress: statement.integer(5))
        indexes[statement.integer(1), default: []].append(row)
      }
    }
    var types: [StoredType] = []
    var damaged: [String: WorkspaceError] = [:]
    var rows: [TypeRow] = []
    let typeSQL = "SELECT type, name, former_names, binary FROM __schema ORDER BY type"
    try connection.withStatement(typeSQL) { (statement) throws(WorkspaceError) in
      while try statement.step() {
        let number = statement.integer(0)
        let row = TypeRow(
          number: number, name: statement.text(1),
          formerNames: statement.isNull(2)
            ? [] : statement.text(2).split(separator: "\n").map(String.init),
          binary: statement.array(3), indexes: indexes[number] ?? [])
        rows.append(row)
        if let known = previous.type(number: number), row.describes(known) {
          types.append(known)
        } else {
          // One type that is damaged leaves the others readable.
          do throws(WorkspaceError) {
            types.append(try row.make(path: connection.path))
          } catch {
            for name in [row.name] + row.formerNames { damaged[name] = error }
          }
        }
      }
    }
    let gaps = try CatalogGaps(rows, indexedTypes: Set(indexes.keys), connection)
    for table in gaps.tables {
      if damaged[table] == nil { damaged[table] = gaps.error(typeName: table) }
      // One of two types that claim one table would read the other's objects.
      for type in types where type.tableName.lowercased() == table.lowercased() {
        damaged[type.name] = gaps.error(typeName: type.name)
      }
    }
    types.removeAll { damaged[$0.name] != nil }
    return Catalog(generation: generation, types: types, damaged: damaged, gaps: gaps)
  }
}

/// A row of `__index`.
struct IndexRow: Hashable {
  let number: Int64
  let path: [UInt8]
  let isUnique: Bool
  let state: Int64
  let progress: Int64
}

extension IndexRow {
  /// The row of an index.
  init(_ index: StoredIndex) {
    self.init(
      number: index.number, path: index.path.bytes, isUnique: index.isUnique,
      state: index.state.rawValue, progress: index.progress)
  }
}

/// A row of `__schema` with its indexes.
struct TypeRow {
  let number: Int64
  let name: String
  let formerNames: [String]
  let binary: [UInt8]
  let indexes: [IndexRow]

  /// The name of the type's table: the first that the type had.
  var tableName: String { formerNames.first ?? name }

  /// Whether a type that was made before is this one.
  func describes(_ type: StoredType) -> Bool {
    name == type.name && formerNames == type.formerNames
      && indexes == type.indexes.map { IndexRow($0) } && binary == type.binary
  }

  /// Makes the type.
  ///
  /// - Throws: `damagedStore` if the recorded schema can't be read or does not fit the indexes.
  func make(path: String?) throws(WorkspaceError) -> StoredType {
    do throws(FlatBufferError) {
      let schema = try Schema(binary: binary)
      guard let root = schema.rootIndex else {
        throw FlatBufferError(code: .invalidSchema, message: "it has no root type")
      }
      guard schema.objects[root].name == name else {
        throw FlatBufferError(
          code: .invalidSchema, message: "it is that of \(schema.objects[root].name)")
      }
      var stored: [StoredIndex] = []
      // In the commit log 0 stands for the dictionary.
      guard number > 0, CommitMark.sane.contains(number) else {
        throw FlatBufferError(code: .invalidSchema, message: "its number is \(number)")
      }
      for index in indexes {
        guard CommitMark.sane.contains(index.number), let steps = FieldPath(bytes: index.path),
          let state = StoredIndex.State(rawValue: index.state)
        else {
          throw FlatBufferError(code: .invalidSchema, message: "index \(index.number) is malformed")
        }
        stored.append(
          StoredIndex(
            number: index.number, path: steps, isUnique: index.isUnique, state: state,
            progress: index.progress, resolved: try schema.resolve(steps),
            quotedTable: StoredType.quoted("\(tableName)/#\(index.number)")))
      }
      return StoredType(
        number: number, name: name, formerNames: formerNames, schema: schema, binary: binary,
        keyLayout: try KeyLayout(schema: schema, root: root), indexes: stored)
    } catch {
      throw WorkspaceError(
        .damagedStore, "The recorded schema can't be used: \(error.description)", path: path,
        typeName: name)
    }
  }
}

extension KeyLayout {
  /// The layout of a schema's primary fields.
  ///
  /// - Throws: `invalidSchema` if there is none, or one has a type that can't be a key.
  init(schema: Schema, root: Int) throws(FlatBufferError) {
    var fields: [KeyField] = []
    for field in schema.keyFields(of: root) {
      fields.append(
        KeyField(field: field, resolved: try schema.resolve(FieldPath([UInt16(field.id)]))))
    }
    guard let first = fields.first else {
      throw FlatBufferError(
        code: .invalidSchema, message: "it has no key; mark a field `(primary)`")
    }
    for field in fields {
      switch field.base {
      case .bool, .int8, .uint8, .int16, .uint16, .int32, .uint32, .int64, .uint64, .float32,
        .float64, .string:
        continue
      default:
        throw FlatBufferError(
          code: .invalidSchema, message: "a field of this type can't be a key",
          field: field.field.name)
      }
    }
    let isInteger =
      switch first.base {
      case .bool, .float32, .float64, .string: false
      default: true
      }
    self = fields.count == 1 && isInteger ? .rowID(first) : .columns(fields)
  }
}
