@testable import FlatBufferCoding

/// Checks bytes as a binary schema: one that is accepted serves for everything that schemas are for.
public func checkBinarySchema(_ bytes: UnsafeRawBufferPointer) {
  let schema: Schema
  do throws(FlatBufferError) {
    schema = try Schema(binary: unsafe [UInt8](bytes))
  } catch {
    require(!error.message.isEmpty, "an error without words")
    return
  }
  checkBinaryForm(schema)
  _ = schema.text()
  _ = schema.formerNames
  let offences = schema.evolutionOffences(from: schema)
  require(offences.isEmpty, "a schema is no successor of itself: \(offences)")
  if schema.rootIndex != nil { checkUse(schema) }
  let tables = schema.objects.indices.filter { !schema.objects[$0].isStruct }
  for index in tables.prefix(6) {
    let closure = schema.closure(ofRoot: index)
    require(closure.root?.name == schema.objects[index].name, "a closure has another root")
    checkBinaryForm(closure)
    require(
      closure.rootIndex.map { closure.closure(ofRoot: $0) } == closure,
      "a closure reaches not all of itself")
    checkUse(closure)
  }
}

/// A schema comes back from its binary form, which depends on it alone.
func checkBinaryForm(_ schema: Schema) {
  let bytes = schema.binary()
  let again = mustSucceed("reading an own binary schema") { () throws(FlatBufferError) in
    try Schema(binary: bytes)
  }
  require(again == schema, "a binary schema comes back as another one")
  require(again.binary() == bytes, "a schema has two binary forms")
}

/// Verifies, builds and prints records of a schema that has a root.
func checkUse(_ schema: Schema) {
  let verifier = mustSucceed("a verifier") { () throws(FlatBufferError) in
    try SchemaVerifier(schema)
  }
  _ = schema.rootIndex.map { schema.keyFields(of: $0) }
  for definition in schema.indexDefinitions().prefix(50) {
    _ = mustSucceed("index \(definition.path)") { () throws(FlatBufferError) in
      try schema.resolve(definition.path)
    }
  }
  let json = RecordJSON(schema: schema)
  var builder = FlatBufferBuilder()
  do throws(FlatBufferError) {
    try json.build(json: "{}", into: &builder)
  } catch {
    // A required field, most likely.
    return
  }
  let bytes = builder.bytes
  mustSucceed("verifying an empty record") { () throws(FlatBufferError) in
    try verifier.verify(bytes)
  }
  var text: [UInt8] = []
  mustSucceed("printing and building an empty record") { () throws(FlatBufferError) in
    try unsafe withRawBytes(of: bytes) { (bytes) throws(FlatBufferError) in
      try unsafe json.write(bytes, into: &text)
    }
    builder.reset()
    try unsafe withRawBytes(of: text) { (text) throws(FlatBufferError) in
      try unsafe json.build(json: text, into: &builder)
    }
  }
  require(builder.bytes == bytes, "an empty record comes back as another one")
}
