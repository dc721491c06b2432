#if canImport(Darwin)
  internal import Darwin
  internal import Dispatch

  /// Tells when a store's log changes, by a vnode source on the `-wal`, opened anew when it is replaced.
  ///
  /// SQLite takes no lock on the `-wal`, so that closing this descriptor drops none. Type-checked only as far as
  /// possible elsewhere than on Apple systems, and not run there.
  final class LogFileSignal: CommitSignal {
    private struct State {
      var source: SharedSource<any DispatchSourceFileSystemObject>?
      var isStopped = false
    }

    /// How long to wait for a log that is not there, in milliseconds.
    private static let retry = 500

    private let place: FilePlace
    private let signal: @Sendable () -> Void
    private let queue = DispatchQueue(label: "workspace-store.events")
    private let state = Locked(State())

    /// Watches the log of the store at a path; nil if there is no store.
    init?(path: String, signal: @escaping @Sendable () -> Void) {
      guard let place = FilePlace(path: path) else { return nil }
      self.place = place
      self.signal = signal
      queue.async { [weak self] in self?.open() }
    }

    func stop() {
      let source = state.withLock { state in
        state.isStopped = true
        defer { state.source = nil }
        return state.source
      }
      source?.source.cancel()
    }

    private func open() {
      guard !state.withLock({ $0.isStopped }) else { return }
      let descriptor = unsafe Darwin.open(place.logPath, O_EVTONLY | O_CLOEXEC)
      guard descriptor >= 0 else {
        queue.asyncAfter(deadline: .now() + .milliseconds(Self.retry)) { [weak self] in
          self?.signal()
          self?.open()
        }
        return
      }
      let source = DispatchSource.makeFileSystemObjectSource(
        fileDescriptor: descriptor, eventMask: [.write, .extend, .delete, .rename], queue: queue)
      source.setEventHandler { [weak self] in self?.handle(source.data) }
      source.setCancelHandler { close(descriptor) }
      state.withLock { $0.source = SharedSource(source: source) }
      source.activate()
    }

    private func handle(_ event: DispatchSource.FileSystemEvent) {
      signal()
      guard !event.isDisjoint(with: [.delete, .rename]) else { return }
      let source = state.withLock { state in
        defer { state.source = nil }
        return state.source
      }
      source?.source.cancel()
      open()
    }
  }
#endif
