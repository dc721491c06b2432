private import Synchronization

#if !hasFeature(Embedded)
  /// A lock around one value.
  ///
  /// ThreadSanitizer does not see on Linux that one holder of a `Mutex` comes after another, and reports races that are
  /// none. So each holder leaves word for the next by an atomic, which it does see.
  final class Locked<Value: Sendable>: Sendable {
    private let mutex: Mutex<Value>
    private let word = Atomic(0)

    /// A lock around `value`.
    init(_ value: Value) {
      mutex = Mutex(value)
    }

    /// What `body` returns, run while no other thread is inside.
    func withValue<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
      mutex.withLock { value in
        _ = word.load(ordering: .acquiring)
        defer { word.store(1, ordering: .releasing) }
        return body(&value)
      }
    }
  }
#else
  /// A lock around one value; who has to wait asks again and again, as Embedded Swift has no `Mutex`.
  final class Locked<Value: Sendable>: @unchecked Sendable {
    // Safe because `value` is touched only by the thread that made `isHeld` true, until it makes it false.
    private let isHeld = Atomic(false)
    private var value: Value

    /// A lock around `value`.
    init(_ value: Value) {
      self.value = value
    }

    /// What `body` returns, run while no other thread is inside.
    func withValue<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
      while !isHeld.compareExchange(expected: false, desired: true, ordering: .acquiring).exchanged
      {}
      defer { isHeld.store(false, ordering: .releasing) }
      return body(&value)
    }
  }
#endif
