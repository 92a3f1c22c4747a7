import Dependencies
import TerminalClient
import Testing

struct SimulatedTerminalTests {
  @Test("Input and changes arrive as events until the terminal closes")
  func events() async throws {
    let simulated = SimulatedTerminal()
    let terminal = TerminalClient.simulated(simulated)
    let events = try terminal.open()
    #expect(simulated.isOpen)
    simulated.type("ab")
    simulated.resize(to: TerminalClient.Size(width: 20, height: 5))
    simulated.resume()
    terminal.close()
    var seen: [TerminalClient.Event] = []
    for await event in events { seen.append(event) }
    #expect(seen == [.bytes([0x61, 0x62]), .resized, .resumed])
    #expect(terminal.size() == TerminalClient.Size(width: 20, height: 5))
    #expect(!simulated.isOpen)
  }

  @Test("Drawing is recorded until the terminal closes")
  func writes() async throws {
    let simulated = SimulatedTerminal()
    let terminal = TerminalClient.simulated(simulated)
    try await terminal.write(bytes: [1, 2])
    try await terminal.write(bytes: [3])
    simulated.hangUp()
    await #expect(throws: TerminalClient.TerminalGone.self) {
      try await terminal.write(bytes: [4])
    }
    #expect(simulated.writes == [[1, 2], [3]])
  }

  @Test("A terminal that cannot be drawn on is refused with the reason")
  func dumb() {
    let terminal = TerminalClient.simulated(SimulatedTerminal(environment: ["TERM": "dumb"]))
    #expect(
      throws: TerminalClient.NoTerminal("cannot draw on this terminal (TERM=dumb)")
    ) {
      _ = try terminal.open()
    }
  }

  @Test("A size is never negative")
  func size() {
    #expect(TerminalClient.Size(width: -1, height: -5) == .zero)
  }

  @Test("A test without a terminal override fails when it is used")
  func unimplemented() {
    withKnownIssue {
      TerminalClient.testValue.close()
    }
  }
}
