extension Schema {
  /// The part of the schema that a table reaches, with it as the root.
  ///
  /// Types keep their order, and indexes lead to their new places. A type named by `nested_flatbuffer` is reached too.
  /// The file's identifier and extension stay only with the file's root.
  ///
  /// - Complexity: O(size of the schema).
  package func closure(ofRoot index: Int) -> Schema {
    var reach = Reach(schema: self)
    reach.visit(object: index)
    let keptObjects = objects.indices.filter { reach.objects[$0] }
    let keptEnums = enums.indices.filter { reach.enums[$0] }
    let places = Places(
      objects: Dictionary(uniqueKeysWithValues: zip(keptObjects, 0...)),
      enums: Dictionary(uniqueKeysWithValues: zip(keptEnums, 0...)))
    let isFileRoot = index == rootIndex
    return Schema(
      objects: keptObjects.map { places.moved(objects[$0]) },
      enums: keptEnums.map { places.moved(enums[$0]) },
      rootIndex: places.objects[index],
      fileIdentifier: isFileRoot ? fileIdentifier : "",
      fileExtension: isFileRoot ? fileExtension : "")
  }

  /// The table that `nested_flatbuffer` of a field names, as seen from the namespace of its object.
  func nestedRoot(of field: Field, in object: Object) -> Int? {
    guard let name = field.attributes.first(where: { $0.name == "nested_flatbuffer" })?.value
    else { return nil }
    var scope = object.name.split(separator: ".").dropLast()
    while true {
      let qualified = (scope + [Substring(name)]).joined(separator: ".")
      if let index = objects.firstIndex(where: { $0.name == qualified }) { return index }
      guard scope.popLast() != nil else { return nil }
    }
  }
}

/// What has been reached.
private struct Reach {
  let schema: Schema
  var objects: [Bool]
  var enums: [Bool]

  init(schema: Schema) {
    self.schema = schema
    objects = [Bool](repeating: false, count: schema.objects.count)
    enums = [Bool](repeating: false, count: schema.enums.count)
  }

  /// Visits a table or struct and all behind it; a list instead of recursion, as chains of tables may be long.
  mutating func visit(object first: Int) {
    var waiting = [first]
    while let index = waiting.popLast() {
      guard !objects[index] else { continue }
      objects[index] = true
      let object = schema.objects[index]
      for field in object.fields {
        visit(field.type, &waiting)
        if let nested = schema.nestedRoot(of: field, in: object) { waiting.append(nested) }
      }
    }
  }

  private mutating func visit(_ type: Schema.TypeReference, _ waiting: inout [Int]) {
    guard let index = type.index else { return }
    if type.refersToObject {
      waiting.append(index)
    } else if !enums[index] {
      enums[index] = true
      for value in schema.enums[index].values { visit(value.member, &waiting) }
    }
  }
}

/// Where types stand in the closure, by where they stood.
private struct Places {
  let objects: [Int: Int]
  let enums: [Int: Int]

  func moved(_ object: Schema.Object) -> Schema.Object {
    var object = object
    for index in object.fields.indices {
      object.fields[index].type = moved(object.fields[index].type)
    }
    return object
  }

  func moved(_ item: Schema.Enum) -> Schema.Enum {
    var item = item
    item.underlying = moved(item.underlying)
    for index in item.values.indices {
      item.values[index].member = moved(item.values[index].member)
    }
    return item
  }

  private func moved(_ type: Schema.TypeReference) -> Schema.TypeReference {
    var type = type
    type.index = type.index.flatMap { type.refersToObject ? objects[$0] : enums[$0] }
    return type
  }
}

extension Schema.TypeReference {
  /// Whether `index` leads to an object, and not to an enum.
  var refersToObject: Bool {
    base == .object || element == .object
  }
}
