import Foundation
import POSIX
import Testing

struct ThreadTests {
  private struct Failure: Error {}

  @Test("Work runs on its own named thread, and its errors are rethrown")
  func ownThread() async throws {
    let name = try await onOwnThread("a name that is long") {
      try String(contentsOfFile: "/proc/thread-self/comm", encoding: .utf8)
    }
    #expect(name == "a name that is \n")
    await #expect(throws: Failure.self) { try await onOwnThread("failing") { throw Failure() } }
  }

  @Test("A thread that is started lets go of its work when it has done it")
  func release() async throws {
    final class Witness: Sendable {
      let continuation: AsyncStream<Void>.Continuation
      init(_ continuation: AsyncStream<Void>.Continuation) { self.continuation = continuation }
      deinit { continuation.finish() }
    }
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    let witness = Witness(continuation)
    try startThread("worker") { [witness] in withExtendedLifetime(witness) {} }
    _ = consume witness
    for await _ in stream {}
  }
}
