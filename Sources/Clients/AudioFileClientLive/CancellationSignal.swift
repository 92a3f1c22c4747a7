import POSIX
import Synchronization

/// Lets a cancelled task end what a thread waits for: `cancel()` from any thread makes
/// `check()` throw, and makes `waitForInput` return at once.
final class CancellationSignal: Sendable {
  private let isCancelled = Atomic(false)
  private let wakers: SocketPair

  init() throws {
    wakers = try SocketPair()
  }

  func cancel() {
    isCancelled.store(true, ordering: .relaxed)
    try? wakers.far.write([1])
  }

  func check() throws {
    if isCancelled.load(ordering: .relaxed) { throw CancellationError() }
  }

  /// Waits until one of the descriptors can be read, or has ended. Returns which.
  func waitForInput(from descriptors: [Int32]) throws -> [Bool] {
    let ready = try POSIX.waitForInput(from: descriptors + [wakers.near.number])
    try check()
    return ready.dropLast()
  }
}
