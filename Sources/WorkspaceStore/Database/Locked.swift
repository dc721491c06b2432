#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#endif

/// A value behind a lock.
///
/// `Synchronization.Mutex` gives false ThreadSanitizer reports on Linux, so this is a plain
/// `pthread_mutex_t`. No callback runs under a lock: bodies are short and call nothing of the user's.
///
/// Safe because the value is only reached inside `withLock`, which holds the mutex; both live in one piece of memory,
/// whose address does not change, from `init` to `deinit`: whoever takes the lock has the value at hand. The mutex is
/// all that has to keep accesses apart, so that they are not checked for exclusivity as well.
@safe package final class Locked<Value>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  /// Puts a value behind a new lock.
  package init(_ value: sending Value) {
    let alignment = unsafe max(
      MemoryLayout<pthread_mutex_t>.alignment, MemoryLayout<Value>.alignment)
    let start = unsafe (MemoryLayout<pthread_mutex_t>.size + alignment - 1) / alignment * alignment
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: start + MemoryLayout<Value>.size, alignment: alignment)
    unsafe mutex = memory.bindMemory(to: pthread_mutex_t.self, capacity: 1)
    unsafe self.value = (memory + start).bindMemory(to: Value.self, capacity: 1)
    unsafe self.value.initialize(to: value)
    let result = unsafe pthread_mutex_init(mutex, nil)
    precondition(result == 0, "Locked: the system can't make a mutex (error \(result))")
  }

  deinit {
    unsafe pthread_mutex_destroy(mutex)
    unsafe value.deinitialize(count: 1)
    unsafe UnsafeMutableRawPointer(mutex).deallocate()
  }

  /// Runs `body` with the value while no one else can reach it.
  package func withLock<Output, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Output
  ) throws(Failure) -> Output {
    unsafe pthread_mutex_lock(mutex)
    defer { unsafe pthread_mutex_unlock(mutex) }
    return try unsafe body(&value.pointee)
  }
}
