#if canImport(Darwin)
  private import Darwin
#elseif canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// A lock around one value.
///
/// The platform's own lock, as `Synchronization.Mutex` makes ThreadSanitizer report races on Linux
/// that are none. On a platform without threads it does nothing.
@safe
final class Locked<Value>: @unchecked Sendable {
  // Safe because `value` is touched only between `lock` and `unlock`, and because the lock's memory
  // has one address from `init` to `deinit`.
  #if canImport(Darwin)
    private let mutex = UnsafeMutablePointer<os_unfair_lock>.allocate(capacity: 1)
  #elseif canImport(Glibc) || canImport(Musl)
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  #endif
  private var value: Value

  /// A lock around `value`.
  init(_ value: Value) {
    self.value = value
    #if canImport(Darwin)
      unsafe mutex.initialize(to: os_unfair_lock())
    #elseif canImport(Glibc) || canImport(Musl)
      unsafe mutex.initialize(to: pthread_mutex_t())
      unsafe pthread_mutex_init(mutex, nil)
    #endif
  }

  deinit {
    #if canImport(Darwin)
      unsafe mutex.deallocate()
    #elseif canImport(Glibc) || canImport(Musl)
      unsafe pthread_mutex_destroy(mutex)
      unsafe mutex.deallocate()
    #endif
  }

  /// What `body` returns, run while no other thread is inside.
  func withValue<Result>(_ body: (inout Value) -> Result) -> Result {
    #if canImport(Darwin)
      unsafe os_unfair_lock_lock(mutex)
      defer { unsafe os_unfair_lock_unlock(mutex) }
    #elseif canImport(Glibc) || canImport(Musl)
      unsafe pthread_mutex_lock(mutex)
      defer { unsafe pthread_mutex_unlock(mutex) }
    #endif
    return body(&value)
  }
}
