#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// A mutual-exclusion lock that ThreadSanitizer understands on Linux, unlike `Synchronization.Mutex`.
///
/// Unchecked: the pointer never changes, and the mutex guards itself.
package final class Lock: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  /// Creates an open lock.
  package init() {
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// Runs the body while no other thread holds the lock; the body must not take it again.
  package func withLock<Success, Failure: Error>(
    _ body: () throws(Failure) -> Success
  ) throws(Failure) -> Success {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }
}
