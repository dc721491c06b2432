extension Schema {
  /// The fields of a table that are its key, `(primary)`, in order of id.
  package func keyFields(of object: Int) -> [Field] {
    objects[object].fields.filter { $0.attributes.contains(named: "primary") }
  }

  /// The qualified names that the root type had before: `(was: "Old.Name")`, several with commas between.
  package var formerNames: [String] {
    root?.attributes.formerNames ?? []
  }
}

extension [Schema.Attribute] {
  /// Whether there is an attribute of this name.
  package func contains(named name: String) -> Bool {
    contains { $0.name == name }
  }

  /// The names in `was`.
  var formerNames: [String] {
    filter { $0.name == "was" }
      .flatMap { $0.value.split(whereSeparator: { $0 == "," || $0 == " " }).map(String.init) }
  }
}

extension Schema.Field {
  /// Whether records without the field are refused: it is required, or a string of the key, and still in use.
  ///
  /// `flatc` marks the types of a required vector of unions too; they are checked with the values.
  var mustBePresent: Bool {
    !isDeprecated && !isUnionType
      && (isRequired || (type.base == .string && attributes.contains(named: "primary")))
  }

  /// Whether the field goes with the union behind it: the type of a union, or the types of a vector of them.
  var isUnionType: Bool {
    type.base == .unionType || (type.base == .vector && type.element == .unionType)
  }
}
