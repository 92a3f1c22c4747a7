import POSIX
import Synchronization

/// Lets a cancelled task end what a thread waits for: `interrupt()` from any thread makes
/// `check()` throw, and makes `waitForInput` return at once.
final class Interruption: Sendable {
  private let interrupted = Atomic(false)
  private let wakers: SocketPair

  init() throws {
    wakers = try SocketPair()
  }

  func interrupt() {
    interrupted.store(true, ordering: .relaxed)
    try? wakers.far.write([1])
  }

  func check() throws {
    if interrupted.load(ordering: .relaxed) { throw CancellationError() }
  }

  /// Waits until one of the descriptors can be read, or has ended. Returns which.
  func waitForInput(from descriptors: [Int32]) throws -> [Bool] {
    let ready = try POSIX.waitForInput(from: descriptors + [wakers.near.number])
    try check()
    return ready.dropLast()
  }
}
