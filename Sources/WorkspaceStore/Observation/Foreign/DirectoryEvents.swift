#if os(Linux)
  internal import Dispatch
  internal import Glibc

  /// The file system's events in the watched directories, over one inotify descriptor for the process.
  ///
  /// The descriptor is open only while something is watched. Events are read at most every 2 ms, so that a process
  /// that writes without a pause does not wake itself for each write.
  final class DirectoryEvents: Sendable {
    /// Takes the name of a file that changed; nil if the system has lost count.
    typealias Listener = @Sendable (String?) -> Void

    /// What ends a watch.
    struct Token: Sendable, Hashable {
      fileprivate let directory: Int32
      fileprivate let number: Int
    }

    private struct State {
      var descriptor: Int32 = -1
      var source: SharedSource<any DispatchSourceRead>?
      var listeners: [Int32: [Int: Listener]] = [:]
      var nextNumber = 1
    }

    /// How long events are gathered, in milliseconds.
    private static let pause = 2

    /// The events of this process.
    static let shared = DirectoryEvents()

    private let queue = DispatchQueue(label: "workspace-store.events")
    private let state = Locked(State())

    /// Calls `listener` for each change of a file in a directory; nil if the system can't watch it.
    func watch(_ directory: String, _ listener: @escaping Listener) -> Token? {
      state.withLock { state in
        if state.descriptor < 0, !open(&state) { return nil }
        let mask = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_DELETE)
        let watch = unsafe inotify_add_watch(state.descriptor, directory, mask)
        guard watch >= 0 else {
          closeIfUnused(&state)
          return nil
        }
        let token = Token(directory: watch, number: state.nextNumber)
        state.nextNumber += 1
        state.listeners[watch, default: [:]][token.number] = listener
        return token
      }
    }

    /// Ends a watch.
    func unwatch(_ token: Token) {
      state.withLock { state in
        guard state.listeners[token.directory]?.removeValue(forKey: token.number) != nil,
          state.listeners[token.directory]?.isEmpty == true
        else { return }
        state.listeners[token.directory] = nil
        inotify_rm_watch(state.descriptor, token.directory)
        closeIfUnused(&state)
      }
    }

    private func open(_ state: inout State) -> Bool {
      let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
      guard descriptor >= 0 else { return false }
      let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
      source.setEventHandler { [self] in readEvents() }
      // Only now is the descriptor out of Dispatch's hands.
      source.setCancelHandler { close(descriptor) }
      state.descriptor = descriptor
      state.source = SharedSource(source: source)
      source.activate()
      return true
    }

    private func closeIfUnused(_ state: inout State) {
      guard state.listeners.isEmpty else { return }
      state.source?.source.cancel()
      state.source = nil
      state.descriptor = -1
    }

    private func readEvents() {
      let (descriptor, source) = state.withLock { ($0.descriptor, $0.source) }
      guard descriptor >= 0, let source else { return }
      for (directory, name) in Self.events(from: descriptor) {
        let listeners = state.withLock { state in
          name == nil
            ? state.listeners.values.flatMap(\.values)
            : Array((state.listeners[directory] ?? [:]).values)
        }
        for listener in listeners { listener(name) }
      }
      source.source.suspend()
      queue.asyncAfter(deadline: .now() + .milliseconds(Self.pause)) { source.source.resume() }
    }

    /// All events that wait, each file once.
    ///
    /// An event is four 32-bit numbers (watch, mask, cookie, length) and a name padded with zeros; see inotify(7).
    private static func events(from descriptor: Int32) -> [(directory: Int32, name: String?)] {
      var events: [(directory: Int32, name: String?)] = []
      var seen: Set<String> = []
      var buffer = [UInt8](repeating: 0, count: 16 * 1024)
      while true {
        let count = unsafe buffer.withUnsafeMutableBytes {
          unsafe read(descriptor, $0.baseAddress, $0.count)
        }
        guard count > 0 else { return events }
        var start = 0
        while start + 16 <= count {
          func word(_ index: Int) -> UInt32 {
            (0..<4).reduce(0) { $0 | UInt32(buffer[start + 4 * index + $1]) << (8 * UInt32($1)) }
          }
          let directory = Int32(bitPattern: word(0))
          let isOverflow = word(1) & UInt32(IN_Q_OVERFLOW) != 0
          let end = min(start + 16 + Int(word(3)), count)
          let name = String(
            decoding: buffer[(start + 16)..<end].prefix { $0 != 0 }, as: UTF8.self)
          if isOverflow {
            events.append((directory, nil))
          } else if seen.insert("\(directory)/\(name)").inserted {
            events.append((directory, name))
          }
          start = end
        }
      }
    }
  }
#endif
