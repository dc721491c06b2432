#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#endif

/// A value behind a lock; copies are the same lock and value.
///
/// `Synchronization.Mutex` gives false ThreadSanitizer reports on Linux, so this is a plain
/// `pthread_mutex_t`. No callback runs under a lock: bodies are short and call nothing of the user's.
///
/// Safe because the value is only reached inside `withLock`, which holds the mutex; both live in one piece of memory,
/// next to each other as they are needed together, whose address does not change from `init` to `deinit`: whoever takes
/// the lock has the value at hand. The mutex is all that has to keep accesses apart, so that they are not checked for
/// exclusivity as well.
@safe package struct Locked<Value>: @unchecked Sendable {
  @unsafe private final class Storage: ManagedBuffer<pthread_mutex_t, Value> {
    deinit {
      _ = unsafe withUnsafeMutablePointers { mutex, value in
        unsafe value.deinitialize(count: 1)
        return unsafe pthread_mutex_destroy(mutex)
      }
    }
  }

  private let storage: ManagedBuffer<pthread_mutex_t, Value>

  /// Puts a value behind a new lock.
  package init(_ value: sending Value) {
    unsafe storage = Storage.create(minimumCapacity: 1) { _ in unsafe pthread_mutex_t() }
    let result = unsafe storage.withUnsafeMutablePointerToHeader {
      unsafe pthread_mutex_init($0, nil)
    }
    precondition(result == 0, "Locked: the system can't make a mutex (error \(result))")
    unsafe storage.withUnsafeMutablePointerToElements { unsafe $0.initialize(to: value) }
  }

  /// Runs `body` with the value while no one else can reach it.
  package func withLock<Output, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Output
  ) throws(Failure) -> Output {
    try unsafe storage.withUnsafeMutablePointers { mutex, value throws(Failure) -> Output in
      unsafe pthread_mutex_lock(mutex)
      defer { unsafe pthread_mutex_unlock(mutex) }
      return try unsafe body(&value.pointee)
    }
  }
}
