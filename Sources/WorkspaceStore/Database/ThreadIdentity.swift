#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#endif

/// A thread; another one may have the same identity after its end.
struct ThreadIdentity: Hashable, Sendable {
  private let value: UInt

  /// The thread that runs.
  static var current: ThreadIdentity {
    #if canImport(Darwin)
      unsafe ThreadIdentity(value: UInt(bitPattern: pthread_self()))
    #else
      ThreadIdentity(value: UInt(pthread_self()))
    #endif
  }
}
