#if os(Linux)
  internal import Dispatch
  internal import Glibc

  /// The file system's events in the watched directories, over one inotify descriptor for the process.
  ///
  /// The descriptor is open only while something is watched. An event ends its watch; after a pause, the directory is
  /// watched again, and who listens is told that something may have happened meanwhile: at once if the event was of a
  /// file of theirs, else at most every 500 ms. So a process that writes without a pause neither makes an event with
  /// each write nor wakes itself for it, and files that concern nobody cost next to nothing.
  final class DirectoryEvents: Sendable {
    /// Takes the name of a file that changed; nil if any may have.
    typealias Listener = @Sendable (String?) -> Void
    /// Tells whether a file is one of those that a listener listens for.
    typealias Filter = @Sendable (String) -> Bool

    /// What ends a watch.
    struct Token: Sendable, Hashable {
      fileprivate let directory: UTF8Key
      fileprivate let number: Int
    }

    private struct Ear {
      let isTheirs: Filter
      let listener: Listener
      /// Whether the event that has ended the watch was of a file of theirs.
      var isConcerned = false
      /// When the watch began again and this was told, in nanoseconds; 0 if never.
      var lastTold: UInt64 = 0
      /// Whether it has yet to be told of a pause.
      var isDeferred = false

      mutating func tell(at now: UInt64, in listeners: inout [Listener]) {
        (isConcerned, lastTold, isDeferred) = (false, now, false)
        listeners.append(listener)
      }
    }

    private struct Watch {
      /// The system's number; nil during a pause.
      var number: Int32?
      /// When the watch began last, in nanoseconds.
      var start: UInt64 = 0
      var pause = WatchPause()
      var ears: [Int: Ear] = [:]
      /// Whether those who have yet to be told of a pause soon are.
      var isDeferring = false

      /// Takes an event, and returns who listens for its file, all if the name is not known.
      mutating func hear(_ name: String?) -> [Listener] {
        var listeners: [Listener] = []
        for (number, ear) in ears where name.map(ear.isTheirs) ?? true {
          ears[number]?.isConcerned = true
          listeners.append(ear.listener)
        }
        return listeners
      }

      /// Ends a pause, and returns who is to be told of it now; the others have yet to be.
      mutating func endPause(at now: UInt64) -> [Listener] {
        var listeners: [Listener] = []
        for (number, ear) in ears {
          let isDue =
            ear.lastTold == 0 || now &- ear.lastTold >= DirectoryEvents.interval * 1_000_000
          var ear = ear
          if ear.isConcerned || isDue {
            ear.tell(at: now, in: &listeners)
          } else {
            ear.isDeferred = true
          }
          ears[number] = ear
        }
        return listeners
      }

      /// Returns all who have yet to be told of a pause, as told.
      mutating func tellDeferred(at now: UInt64) -> [Listener] {
        isDeferring = false
        var listeners: [Listener] = []
        for (number, ear) in ears where ear.isDeferred {
          var ear = ear
          ear.tell(at: now, in: &listeners)
          ears[number] = ear
        }
        return listeners
      }
    }

    private struct State {
      var descriptor: Int32 = -1
      var source: SharedSource<any DispatchSourceRead>?
      /// By the directory's path, as the system tells paths apart.
      var watches: [UTF8Key: Watch] = [:]
      var nextNumber = 1
      var eventCount = 0
    }

    /// How long to wait where a directory can't be watched any more, and before who listens is told of pauses after
    /// events that did not concern them, in milliseconds.
    private static let interval: UInt64 = 500

    /// The events of this process.
    static let shared = DirectoryEvents()

    private let queue = DispatchQueue(label: "workspace-store.events")
    private let state = Locked(State())

    /// How many events were read, for tests that count work.
    var eventCount: Int { state.withLock { $0.eventCount } }

    /// Calls `listener` for changes of files in a directory, those alone that are theirs; nil if the system can't watch
    /// it.
    func watch(
      _ path: String, for isTheirs: @escaping Filter = { _ in true }, _ listener: @escaping Listener
    ) -> Token? {
      let directory = UTF8Key(path)
      return state.withLock { state in
        if state.descriptor < 0, !open(&state) { return nil }
        if state.watches[directory] == nil {
          guard let watch = Self.begin(Watch(), directory, state.descriptor) else {
            closeIfUnused(&state)
            return nil
          }
          state.watches[directory] = watch
        }
        let token = Token(directory: directory, number: state.nextNumber)
        state.nextNumber += 1
        state.watches[directory]?.ears[token.number] = Ear(isTheirs: isTheirs, listener: listener)
        return token
      }
    }

    /// Ends a watch.
    func unwatch(_ token: Token) {
      state.withLock { state in
        guard state.watches[token.directory]?.ears.removeValue(forKey: token.number) != nil,
          state.watches[token.directory]?.ears.isEmpty == true,
          let watch = state.watches.removeValue(forKey: token.directory)
        else { return }
        // Two paths may lead to one directory, which has one number.
        if let number = watch.number, !state.watches.values.contains(where: { $0.number == number })
        {
          inotify_rm_watch(state.descriptor, number)
        }
        closeIfUnused(&state)
      }
    }

    /// The watch, begun; nil if the system can't.
    private static func begin(_ watch: Watch, _ directory: UTF8Key, _ descriptor: Int32) -> Watch? {
      let mask = UInt32(IN_MODIFY | IN_CREATE | IN_MOVED_TO | IN_DELETE) | UInt32(IN_ONESHOT)
      let number = unsafe inotify_add_watch(descriptor, directory.text, mask)
      guard number >= 0 else { return nil }
      var watch = watch
      watch.number = number
      watch.start = MonotonicClock.coarseNanoseconds()
      return watch
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
      guard state.watches.isEmpty else { return }
      state.source?.source.cancel()
      state.source = nil
      state.descriptor = -1
    }

    private func readEvents() {
      let descriptor = state.withLock { $0.descriptor }
      guard descriptor >= 0 else { return }
      for event in Self.events(from: descriptor) { handle(event) }
    }

    private func handle(_ event: Event) {
      let now = MonotonicClock.coarseNanoseconds()
      let (listeners, pauses) = state.withLock { state in
        state.eventCount += 1
        var listeners: [Listener] = []
        var pauses: [(directory: UTF8Key, milliseconds: Int)] = []
        for (directory, var watch) in state.watches
        where event.watch == nil || event.watch == watch.number {
          listeners += watch.hear(event.name)
          let pause = watch.pause.next(afterWatching: (now &- watch.start) / 1_000_000)
          // Without a number: an event of a pause is one from before it.
          if watch.number != nil { pauses.append((directory, pause)) }
          watch.number = nil
          state.watches[directory] = watch
        }
        return (listeners, pauses)
      }
      for listener in listeners { listener(event.name) }
      for pause in pauses { watchAgain(pause.directory, after: pause.milliseconds) }
    }

    private func watchAgain(_ directory: UTF8Key, after milliseconds: Int) {
      queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { [self] in
        let now = MonotonicClock.coarseNanoseconds()
        let (listeners, isWatched, defers): ([Listener], Bool, Bool) = state.withLock { state in
          guard let watch = state.watches[directory], watch.number == nil else {
            return ([], true, false)
          }
          let begun = Self.begin(watch, directory, state.descriptor)
          var next = begun ?? watch
          let listeners = next.endPause(at: now)
          let defers = !next.isDeferring && next.ears.values.contains(where: \.isDeferred)
          if defers { next.isDeferring = true }
          state.watches[directory] = next
          return (listeners, begun != nil, defers)
        }
        for listener in listeners { listener(nil) }
        if defers { tellDeferredLater(directory) }
        if !isWatched { watchAgain(directory, after: Int(Self.interval)) }
      }
    }

    private func tellDeferredLater(_ directory: UTF8Key) {
      queue.asyncAfter(deadline: .now() + .milliseconds(Int(Self.interval))) { [self] in
        let now = MonotonicClock.coarseNanoseconds()
        let listeners = state.withLock { $0.watches[directory]?.tellDeferred(at: now) ?? [] }
        for listener in listeners { listener(nil) }
      }
    }
  }

  /// What the system tells; a watch that it names has ended.
  private struct Event {
    /// The watch's number; nil if the system has lost count.
    let watch: Int32?
    /// The file's name; nil if any file may have changed.
    let name: String?
  }

  extension DirectoryEvents {
    /// All events that wait.
    ///
    /// An event is four 32-bit numbers (watch, mask, cookie, length) and a name padded with zeros; see inotify(7).
    private static func events(from descriptor: Int32) -> [Event] {
      var events: [Event] = []
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
          let end = min(start + 16 + Int(word(3)), count)
          let isOverflow = word(1) & UInt32(IN_Q_OVERFLOW) != 0
          // That a watch has ended is told in an event of its own, unless the directory is gone.
          let name = String(
            decoding: buffer[(start + 16)..<end].prefix { $0 != 0 }, as: UTF8.self)
          events.append(
            Event(
              watch: isOverflow ? nil : Int32(bitPattern: word(0)), name: name.isEmpty ? nil : name)
          )
          start = end
        }
      }
    }
  }
#endif
