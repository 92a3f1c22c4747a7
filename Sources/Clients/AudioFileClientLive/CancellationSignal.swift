import POSIX
import Synchronization

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

  func waitForInput(from descriptors: [Int32]) throws -> [Bool] {
    let ready = try POSIX.waitForInput(from: descriptors + [wakers.near.number])
    try check()
    return ready.dropLast()
  }
}
