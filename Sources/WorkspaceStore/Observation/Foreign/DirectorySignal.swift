#if os(Linux)
  /// Tells when a store's file or its log changes, by inotify on their directory: the `-wal` comes and goes.
  final class DirectorySignal: CommitSignal {
    private let token: DirectoryEvents.Token

    /// Watches the directory of the store at a path; nil if the system can't.
    init?(path: String, signal: @escaping @Sendable () -> Void) {
      guard let place = FilePlace(path: path),
        let token = DirectoryEvents.shared.watch(
          place.directory, for: { place.isStore($0) }, { _ in signal() })
      else { return nil }
      self.token = token
    }

    func stop() {
      DirectoryEvents.shared.unwatch(token)
    }
  }
#endif
