import Foundation
import POSIX
import Testing

@testable import SpeechClientLive

struct LoanSocketTests {
  @Test("A connection ends even if nobody reads its data", .timeLimit(.minutes(10)))
  func end() async throws {
    let pair = try SocketPair()
    let (filling, full) = AsyncStream<Void>.makeStream()
    let socket = try LoanSocket(try pair.near.duplicate()) {
      var byteCount = 0
      return { bytes, give in
        byteCount += bytes.count
        // The thread waits in the next call.
        if byteCount > LineQueue.byteLimit { full.finish() }
        give(Data(bytes))
        return true
      }
    }
    let other = try LoanSocket(try pair.far.duplicate()) { { _, _ in true } }
    other.write(Data(count: 2 * LineQueue.byteLimit))
    for await _ in filling {}
    await socket.end()
    #expect(socket.pieces.hasEnded)
    await other.end()
  }
}
