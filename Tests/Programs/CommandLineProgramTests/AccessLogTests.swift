import Dispatch
import Foundation
import HTTPMessages
import TerminalClient
import Testing

@testable import CommandLineProgram
@testable import SiteMiddleware

struct AccessLogTests {
  private let simulated = SimulatedTerminal()

  private static let line = "2026-09-21T14:13:20Z 127.0.0.1 GET /ready 503 - -"

  private func log(
    limit: Int = 10, update: (inout TerminalClient) -> Void = { _ in },
    isNoted: () -> Void = {}
  ) async {
    var terminal = TerminalClient.simulated(simulated)
    update(&terminal)
    let log = AccessLog(terminal, limit: limit)
    for failure in [nil, "no disk", nil] {
      var entry = SiteMiddleware.AccessLogEntry(
        HTTPRequest(.get, "/ready", peer: HTTPPeer(address: "127.0.0.1")))
      entry.failure = failure
      entry.status = .serviceUnavailable
      log.note(entry, date: CommandSession.now)
    }
    isNoted()
    await log.finish()
  }

  @Test("A failure stands before the line of its request")
  func failure() async {
    await log()
    #expect(
      simulated.error == "\(Self.line)\nspeechmemo: no disk\n\(Self.line)\n\(Self.line)\n")
  }

  @Test("With --quiet, failures are logged and requests are not")
  func quiet() async {
    await log { $0.isQuiet = true }
    #expect(simulated.error == "speechmemo: no disk\n")
  }

  @Test("With --json, requests are objects on standard output")
  func json() async {
    await log { $0.isJSON = true }
    #expect(simulated.error == "speechmemo: no disk\n")
    #expect(simulated.output.split(separator: "\n").count == 3)
  }

  @Test("Requests beyond the limit are counted")
  func limit() async {
    let isRead = DispatchSemaphore(value: 0)
    await log(limit: 1) {
      let print = $0.print
      $0.print = { text, stream in
        isRead.wait()
        isRead.signal()
        try print(text, stream)
      }
    } isNoted: {
      isRead.signal()
    }
    #expect(simulated.error.contains("not logged: the log was read too slowly"))
  }
}
