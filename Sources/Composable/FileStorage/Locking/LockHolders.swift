import Foundation
import ConcurrencyExtras

/// The threads that run code under a lock. That code does not suspend, so it keeps its thread.
final class LockHolders: Sendable {
  static let current = LockHolders()

  /// What each of them has to do when it has left its lock.
  private let threads = Protected<[pthread_t: [@Sendable () -> Void]]>([:])

  var containsThisThread: Bool {
    let thread = pthread_self()
    return threads.withLock { $0[thread] != nil }
  }

  func insertThisThread() {
    let thread = pthread_self()
    threads.withLock { $0[thread] = [] }
  }

  /// - Returns: What is to be done when the lock has been left.
  func removeThisThread() -> [@Sendable () -> Void] {
    let thread = pthread_self()
    return threads.withLock { $0.removeValue(forKey: thread) } ?? []
  }

  /// Does work at once or, where this thread holds a lock, when it has left that: the work may lead
  /// to code that locks another file.
  func performOutsideOfLock(_ work: @escaping @Sendable () -> Void) {
    let thread = pthread_self()
    let isPutOff = threads.withLock { threads in
      threads[thread]?.append(work) != nil
    }
    if !isPutOff { work() }
  }
}
