import Foundation
import HTTPMessages
import TerminalClient
import Testing

@testable import CommandLineProgram
@testable import SiteMiddleware

struct AccessLogTests {
  private let simulated = SimulatedTerminal()

  private static let line = "2026-09-21T14:13:20Z 127.0.0.1 GET /ready 503 - -"

  private func log(isJSON: Bool = false, isQuiet: Bool = false, limit: Int = 10) async {
    var terminal = TerminalClient.simulated(simulated)
    terminal.isJSON = isJSON
    terminal.isQuiet = isQuiet
    let log = AccessLog(terminal, limit: limit)
    for failure in [nil, "no disk", nil] {
      let entry = SiteMiddleware.AccessLogEntry(
        method: .get, path: "/ready", status: .serviceUnavailable, address: "127.0.0.1",
        failure: failure)
      log.note(entry, date: CommandSession.now)
    }
    await log.finish()
  }

  @Test("A failure stands before the line of its request")
  func failure() async {
    await log()
    #expect(
      simulated.error == "\(Self.line)\nspeechmemo: no disk\n\(Self.line)\n\(Self.line)\n")
  }

  @Test("With --quiet failures are told, and requests are not")
  func quiet() async {
    await log(isQuiet: true)
    #expect(simulated.error == "speechmemo: no disk\n")
  }

  @Test("With --json requests are objects on standard output")
  func json() async {
    await log(isJSON: true)
    #expect(simulated.error == "speechmemo: no disk\n")
    #expect(simulated.output.split(separator: "\n").count == 3)
  }

  @Test("Requests beyond the limit are counted")
  func limit() async {
    await log(limit: 0)
    #expect(simulated.error.contains("not logged: the log was read too slowly"))
  }
}
