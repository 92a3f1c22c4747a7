import Foundation
import TerminalClient
import Testing

struct ClipboardTests {
  @Test("Text is copied with OSC 52, and a lost terminal is reported")
  func copy() async throws {
    let simulated = SimulatedTerminal()
    let terminal = TerminalClient.simulated(simulated)
    try await terminal.copyToClipboard("Zoë,\nMax")
    let sent = String(decoding: try #require(simulated.writes.first), as: UTF8.self)
    #expect(sent == "\u{1b}]52;c;\(Data("Zoë,\nMax".utf8).base64EncodedString())\u{7}")
    simulated.hangUp()
    await #expect(throws: TerminalClient.TerminalGone()) {
      try await terminal.copyToClipboard("again")
    }
  }
}
