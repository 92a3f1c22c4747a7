import Clocks
import ConcurrencyExtras
import Observation
import Styleguide
import TerminalClient
import TerminalUI
import Testing

@MainActor
struct AppearanceTests {
  @Observable
  @MainActor
  final class Model {
    var appearance = Appearance.automatic
  }

  private let clock = TestClock()
  private let simulated = SimulatedTerminal(
    size: Size(width: 4, height: 1),
    environment: ["COLORTERM": "truecolor", "LANG": "C.UTF-8", "TERM": "xterm-256color"])

  /// The text written since the last query.
  private func written(after count: Int) -> String {
    String(decoding: simulated.writes.dropFirst(count).joined(), as: UTF8.self)
  }

  private func sequence(_ theme: Theme) -> String {
    guard case .rgb(let red, let green, let blue) = theme.color(for: .wrong, depth: .full).kind
    else { return "" }
    return "38;2;\(red);\(green);\(blue)"
  }

  @Test("Colors follow the setting while the app runs, and the terminal by default")
  func follows() async throws {
    try #require(sequence(.dark) != sequence(.light) && !sequence(.dark).isEmpty)
    let model = Model()
    let app = TerminalApp(
      terminal: .simulated(simulated), clock: clock, appearance: { model.appearance }
    ) {
      Text("memo").foreground(.wrong)
    } onEvent: { _, _ in
    }
    let run = Task { try await app.run() }
    await clock.advance()
    for (appearance, present, absent) in [
      (Appearance.light, sequence(.light), sequence(.dark)),
      (.dark, sequence(.dark), sequence(.light)),
      (.plain, "memo", "38;"),
      (.light, sequence(.light), sequence(.dark)),
    ] {
      let count = simulated.writes.count
      model.appearance = appearance
      await clock.advance(by: .seconds(1))
      let text = written(after: count)
      #expect(text.contains(present), "\(appearance)")
      #expect(!text.contains(absent), "\(appearance)")
    }
    // The terminal reports a dark background, which applies only without a setting.
    var count = simulated.writes.count
    simulated.type("\u{1b}]11;rgb:0000/0000/0000\u{7}")
    await clock.advance(by: .seconds(1))
    #expect(!written(after: count).contains(sequence(.dark)))
    count = simulated.writes.count
    model.appearance = .automatic
    await clock.advance(by: .seconds(1))
    #expect(written(after: count).contains(sequence(.dark)))
    app.stop()
    try await run.value
  }
}
