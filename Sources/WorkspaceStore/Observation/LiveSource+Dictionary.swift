extension LiveSource {
  /// An entry of a dictionary.
  ///
  /// The model must not keep the workspace, whose sink keeps the model.
  static func entry(
    _ key: String, of dictionary: WorkspaceDictionary
  ) -> LiveSource {
    let entry = DictionaryEntryID(namespace: dictionary.namespace, key: key)
    let reader = DictionaryReader(dictionary)
    return LiveSource(
      key: .entry(entry), interest: .entry(entry), failure: { LiveEntry(value: nil, error: $0) }
    ) {
      () throws(WorkspaceError) in
      LiveEntryModel { () throws(WorkspaceError) in try reader.value(of: key) }
    }
  }

  /// All keys of a dictionary's namespace.
  static func namespace(of dictionary: WorkspaceDictionary) -> LiveSource {
    let name = DictionaryNamespaceID(dictionary.namespace)
    let reader = DictionaryReader(dictionary)
    return LiveSource(
      key: .namespace(name), interest: .namespace(name),
      failure: { LiveNamespace(keys: [], isEverything: true, error: $0) }
    ) {
      () throws(WorkspaceError) in
      LiveNamespaceModel(
        name.name, keys: { () throws(WorkspaceError) in try reader.keys() },
        value: { (key) throws(WorkspaceError) in try reader.value(of: key) })
    }
  }
}

/// The visible values of a dictionary, as long as its workspace lives.
private final class DictionaryReader: Sendable {
  private let workspace: Locked<WeakWorkspace>
  private let namespace: String

  init(_ dictionary: WorkspaceDictionary) {
    workspace = Locked(WeakWorkspace(workspace: dictionary.workspace))
    namespace = dictionary.namespace
  }

  func value(of key: String) throws(WorkspaceError) -> DictionaryValue? {
    try dictionary().stored(key)?.value
  }

  func keys() throws(WorkspaceError) -> [String] {
    try dictionary().keys()
  }

  private func dictionary() throws(WorkspaceError) -> WorkspaceDictionary {
    guard let workspace = workspace.withLock({ $0.workspace }) else { throw .shutDown }
    return WorkspaceDictionary(namespace: namespace, workspace: workspace)
  }
}
