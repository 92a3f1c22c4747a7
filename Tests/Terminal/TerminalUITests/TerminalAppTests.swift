import Clocks
import ConcurrencyExtras
import Observation
import TerminalClient
import TerminalUI
import Testing

@MainActor
struct TerminalAppTests {
  @Observable
  @MainActor
  final class Model {
    var title = "memo"
    var unseen = 0
    var rows = (0..<100).map { "row \($0)" }
    @ObservationIgnored var events: [Event] = []
  }

  private let clock = TestClock()
  private let simulated: SimulatedTerminal
  private let model = Model()
  private let app: TerminalApp

  init() {
    let simulated = SimulatedTerminal(size: Size(width: 12, height: 4))
    let model = model
    self.simulated = simulated
    app = TerminalApp(
      terminal: .simulated(simulated), clock: clock, framesPerSecond: 10
    ) {
      VStack {
        Text(model.title)
        List(count: model.rows.count, state: ListState()) { Text(model.rows[$0]) }
      }
    } onEvent: { event, app in
      model.events.append(event)
      switch event {
      case .key("q"): app.stop()
      case .key("+"): model.title += "+"
      case .key("u"): model.unseen += 1
      default: break
      }
    }
  }

  /// Runs the app on the side while `test` plays with it.
  private func running(_ test: () async throws -> Void) async throws {
    let run = Task { try await app.run() }
    await clock.advance()
    try await test()
    app.stop()
    try await run.value
    #expect(!simulated.isOpen)
  }

  private func type(_ text: String) async {
    simulated.type(text)
    await clock.advance()
  }

  @Test("The first frame is drawn at once, and nothing more without changes")
  func first() async throws {
    try await running {
      #expect(app.frame.lines.first == "memo")
      #expect(app.frameCount == 1)
      await clock.advance(by: .seconds(60))
      await type("x")
      #expect(app.frameCount == 1)
      // The frame, and the question for the background.
      #expect(simulated.writes.count == 2)
    }
  }

  @Test("A frame is drawn when something has changed that was read, and only then")
  func observation() async throws {
    try await running {
      await clock.advance(by: .seconds(1))
      await type("+")
      #expect(app.frameCount == 2)
      #expect(app.frame.lines.first == "memo+")
      await clock.advance(by: .seconds(1))
      await type("u")
      #expect(model.unseen == 1)
      #expect(app.frameCount == 2)
      model.rows[1] = "new"
      await clock.advance(by: .seconds(1))
      #expect(app.frameCount == 3, "what a row's closure reads while it is drawn counts")
      #expect(app.frame.lines.contains { $0.hasPrefix("new") })
    }
  }

  @Test("Many changes make few frames, and the last one shows the last change")
  func coalescing() async throws {
    try await running {
      await clock.advance(by: .seconds(1))
      let before = app.frameCount
      for number in 1...100 {
        model.title = "title \(number)"
        await clock.advance(by: .milliseconds(10))
      }
      await clock.advance(by: .seconds(1))
      // A second of changes at ten frames a second.
      #expect((9...12).contains(app.frameCount - before), "\(app.frameCount - before)")
      #expect(app.frame.lines.first == "title 100")
    }
  }

  @Test("An escape is distinguished from a sequence by time")
  func escape() async throws {
    try await running {
      await type("\u{1b}")
      #expect(model.events.isEmpty)
      await clock.advance(by: .milliseconds(50))
      #expect(model.events == [.key(.escape)])
      await type("\u{1b}")
      await type("[A")
      await clock.advance(by: .seconds(1))
      #expect(model.events == [.key(.escape), .key(.up)])
    }
  }

  @Test("A new size is drawn, even if it arrives unannounced between frames")
  func resize() async throws {
    try await running {
      simulated.resize(to: Size(width: 20, height: 5))
      await clock.advance(by: .seconds(1))
      #expect(app.frame.size == Size(width: 20, height: 5))
      #expect(model.events == [.resize(Size(width: 20, height: 5))])
      simulated.resize(to: .zero, announced: false)
      await type("+")
      await clock.advance(by: .seconds(1))
      #expect(app.frame.size == .zero)
      simulated.resize(to: Size(width: 3, height: 1))
      await clock.advance(by: .seconds(1))
      #expect(app.frame.text == "me…")
    }
  }

  @Test("After frames, stops and resizes, the terminal shows the last frame")
  func shown() async throws {
    try await running {
      await clock.advance(by: .seconds(1))
      await type("\u{1a}")
      #expect(simulated.suspensions == 1)
      await clock.advance(by: .seconds(1))
      await type("++")
      await clock.advance(by: .seconds(1))
    }
    var terminal = TerminalModel(size: Size(width: 12, height: 4))
    let request = Array("\u{1b}]11;?\u{1b}\\".utf8)
    for bytes in simulated.writes where bytes != request { terminal.write(bytes) }
    #expect(terminal.text == app.frame.text)
    #expect(terminal.text.hasPrefix("memo++"))
    #expect(terminal.complaints.isEmpty, "\(terminal.complaints)")
    let wholes = simulated.writes.filter {
      String(decoding: $0, as: UTF8.self).contains("\u{1b}[2J")
    }
    #expect(wholes.count == 2, "the first frame, and the one after the stop")
  }

  @Test("A light terminal gets light colors")
  func background() async throws {
    try await running {
      await type("\u{1b}]11;rgb:ffff/ffff/ffff\u{1b}\\")
      #expect(model.events == [.background(isDark: false)])
    }
  }

  @Test("A lost terminal ends the app with an error, cancellation without one")
  func ends() async throws {
    let gone = Task { try await app.run() }
    await clock.advance()
    simulated.hangUp()
    await #expect(throws: TerminalClient.TerminalGone.self) { try await gone.value }
    let cancelled = Task { try await app.run() }
    await clock.advance()
    cancelled.cancel()
    _ = await cancelled.result
    #expect(!simulated.isOpen)
  }

  @Test("Without a terminal nothing is drawn")
  func noTerminal() async {
    let simulated = SimulatedTerminal(environment: ["TERM": "dumb"])
    let app = TerminalApp(terminal: .simulated(simulated), clock: clock) {
      Empty()
    } onEvent: { _, _ in
    }
    await #expect(throws: TerminalClient.NoTerminal.self) { try await app.run() }
    #expect(simulated.writes.isEmpty)
    #expect(app.frameCount == 0)
  }
}
