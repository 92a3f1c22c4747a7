import Clocks
import ConcurrencyExtras
import Observation
import TerminalClient
import TerminalUI
import Testing

/// A terminal that does not read, as one that is stopped by Ctrl-S or far away.
@MainActor
struct SlowTerminalTests {
  @Observable
  @MainActor
  final class Model {
    var title = "0"
  }

  private let clock = TestClock()
  private let simulated = SimulatedTerminal(size: Size(width: 12, height: 1))
  private let model = Model()

  /// Makes each write wait for a turn.
  private func app(_ turns: AsyncStream<Void>) -> TerminalApp {
    var terminal = TerminalClient.simulated(simulated)
    let write = terminal.write
    terminal.write = { bytes in
      for await _ in turns { break }
      try await write(bytes)
    }
    return TerminalApp(terminal: terminal, clock: clock) {
      Text(model.title)
    } onEvent: { event, app in
      if case .key(let key) = event { model.title = key == "q" ? "end" : "\(key)" }
      if event == .key("q") { app.stop() }
    }
  }

  private var text: String { String(decoding: simulated.writes.joined(), as: UTF8.self) }

  @Test("Input is handled while the terminal is blocked; then the newest frame is drawn")
  func newest() async throws {
    let (turns, turn) = AsyncStream.makeStream(of: Void.self)
    let app = app(turns)
    let run = Task { try await app.run() }
    await clock.advance()
    for key in ["a", "b", "c"] {
      simulated.type(key)
      await clock.advance(by: .seconds(1))
      #expect(model.title == key)
    }
    #expect(app.frameCount == 1)
    #expect(simulated.writes.isEmpty)
    // The first frame, and the question for the background.
    turn.yield()
    turn.yield()
    await clock.advance(by: .seconds(1))
    #expect(app.frameCount == 2)
    turn.yield()
    await clock.advance(by: .seconds(1))
    #expect(simulated.writes.count == 3)
    #expect(text.contains("c"))
    #expect(!text.contains("a") && !text.contains("b"), "\(text.debugDescription)")
    simulated.type("q")
    await clock.advance()
    try await run.value
    #expect(!simulated.isOpen)
  }

  @Test("The terminal is restored when pending output is written")
  func end() async throws {
    let (turns, turn) = AsyncStream.makeStream(of: Void.self)
    let app = app(turns)
    let run = Task { try await app.run() }
    await clock.advance()
    simulated.type("q")
    await clock.advance(by: .seconds(1))
    #expect(simulated.isOpen)
    turn.finish()
    try await run.value
    #expect(simulated.writes.count == 2)
    #expect(!simulated.isOpen)
  }
}
