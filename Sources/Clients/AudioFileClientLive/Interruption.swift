import Glibc
import Synchronization

/// Lets a cancelled task end what a thread waits for: `interrupt()` from any thread makes
/// `check()` throw, and makes `waitForInput` return at once.
final class Interruption: Sendable {
  private let interrupted = Atomic(false)
  private let wakers: DescriptorPair

  init() throws {
    wakers = try DescriptorPair()
  }

  func interrupt() {
    interrupted.store(true, ordering: .relaxed)
    _ = write(wakers.far.rawValue, [1], 1)
  }

  func check() throws {
    if interrupted.load(ordering: .relaxed) { throw CancellationError() }
  }

  /// Waits until one of the descriptors can be read, or has ended. Returns which.
  func waitForInput(from descriptors: [Int32]) throws -> [Bool] {
    var polls = (descriptors + [wakers.near.rawValue]).map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    try SystemError.check { poll(&polls, nfds_t(polls.count), -1) }
    try check()
    return polls.dropLast().map { $0.revents != 0 }
  }
}
