extension LiveSource {
  /// An entry of a dictionary.
  ///
  /// The model must not keep the workspace, whose sink keeps the model.
  static func entry(
    _ key: String, of dictionary: WorkspaceDictionary
  ) -> LiveSource {
    let entry = DictionaryEntryID(namespace: dictionary.namespace, key: key)
    let store = dictionary.writer.dictionary
    return LiveSource(
      key: .entry(entry), interest: .entry(entry),
      failure: { LiveEntry(value: nil, error: $0, isUnread: true) }
    ) {
      () throws(WorkspaceError) in
      LiveEntryModel(entry, in: store)
    }
  }

  /// All keys of a dictionary's namespace.
  static func namespace(of dictionary: WorkspaceDictionary) -> LiveSource {
    let name = DictionaryNamespaceID(dictionary.namespace)
    let store = dictionary.writer.dictionary
    return LiveSource(
      key: .namespace(name), interest: .namespace(name),
      failure: { LiveNamespace(keys: [], isEverything: true, error: $0) }
    ) {
      () throws(WorkspaceError) in
      LiveNamespaceModel(name.text, in: store)
    }
  }
}
