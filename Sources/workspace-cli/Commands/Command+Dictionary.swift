import FlatBufferCoding
import WorkspaceStore

extension Command {
  private static let namespace = Option.value(
    "namespace", "NAME", "the namespace; without it, the one without a name")

  /// Prints the keys of the dictionary.
  static let keys = Command(
    name: "keys", summary: "Prints the keys of the dictionary, as JSON strings, one a line.",
    operands: ["STORE"], options: [namespace],
    run: { arguments, _ in
      let workspace = try Workspace.reading(arguments.operands[0])
      let keys = try workspace.dictionary.namespace(arguments.value("namespace") ?? "").keys()
      var output = Output()
      for key in keys { try output.line(JSONValue.string(key).text) }
      try output.flush()
      try workspace.shutdown()
      return .success
    })

  /// Prints a value of the dictionary.
  static let get = Command(
    name: "get", summary: "Prints a value of the dictionary as JSON.",
    operands: ["STORE", "KEY"], options: [namespace],
    run: { arguments, _ in
      let workspace = try Workspace.reading(arguments.operands[0])
      let entry = DictionaryEntryID(
        namespace: arguments.value("namespace") ?? "", key: arguments.operands[1])
      let value = try workspace.read { (access) throws(WorkspaceError) in
        try access.connection.dictionaryValue(entry)
      }
      guard let value else {
        throw CommandError(code: .findings, message: "the dictionary has no key '\(entry.key)'")
      }
      let text: String
      do {
        text = try DictionaryJSON(workspace).text(of: value)
      } catch let error as FlatBufferError {
        throw CommandError(
          code: .damaged, message: "the value of '\(entry.key)' is damaged: \(error)")
      }
      var output = Output()
      try output.line(text)
      try output.flush()
      try workspace.shutdown()
      return .success
    })

  /// Sets a value of the dictionary, or removes it.
  static let set = Command(
    name: "set",
    summary:
      "Sets a value of the dictionary: a string, integer, real number, bool; null removes it.",
    operands: ["STORE", "KEY", "JSON"], options: [namespace],
    run: { arguments, command in
      try Workspace.requireFile(at: arguments.operands[0])
      let value: JSONValue
      do throws(FlatBufferError) {
        value = try JSONValue(parsing: arguments.operands[2])
      } catch {
        throw CommandError.usage(
          "'\(arguments.operands[2])' is no JSON: \(error)", command: command)
      }
      let workspace = try Workspace(path: arguments.operands[0])
      try workspace.performChanges { changes in
        let dictionary = changes.dictionary.namespace(arguments.value("namespace") ?? "")
        try dictionary.set(value, for: arguments.operands[1])
      }
      try workspace.shutdown()
      return .success
    })
}

extension TransactionDictionary {
  /// Sets a value given as JSON; arrays and objects are stored as any `Codable` is.
  fileprivate func set(_ value: JSONValue, for key: String) throws(WorkspaceError) {
    switch value {
    case .null: try remove(key)
    case .bool(let value): try set(value, for: key)
    case .string(let value): try set(value, for: key)
    case .integer(let value): try set(value, for: key)
    case .unsigned(let value): try set(value, for: key)
    case .real(let value): try set(value, for: key)
    case .array, .object: try store(StoredValue(.codable(Array(value.text.utf8))), for: key)
    }
  }
}
