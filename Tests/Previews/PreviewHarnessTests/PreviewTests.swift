import ComposableArchitecture
import PreviewHarness
import TerminalClient
import TerminalUI
import Testing

@MainActor
struct PreviewTests {
  @Test("MOD-10 A script drives a preview without a terminal, and each step's frame is printed")
  func script() async {
    let (code, text) = await Ticker.run("--script", "up type:Bo wait:1", "--size", "8x2")
    #expect(code == 0)
    #expect(
      text == """
        == zero
        count 0
        name
        == up
        count 1
        name
        == type:Bo
        count 1
        name Bo
        == wait:1
        count 1
        name Bo

        """)
  }

  @Test("Time passes as scripted")
  func time() async {
    let (_, text) = await Ticker.run(
      "--state", "many", "--script", "s wait:1 wait:5", "--size", "9x1")
    #expect(
      text == "== many\ncount 100\n== s\ncount 100\n== wait:1\ncount 101\n== wait:5\ncount 103\n")
  }

  @Test("Actions are printed with their effects, identically each time")
  func actions() async {
    let first = await Ticker.run("--script", "up i", "--actions", "--size", "7x3")
    let second = await Ticker.run("--script", "up i", "--actions", "--size", "7x3")
    #expect(first == second)
    #expect(first.text.contains("action: Ticker.Action.incrementButtonTapped"))
    #expect(first.text.contains("+   _count: 1,"))
    #expect(first.text.contains("00000000-0000-0000-0000-000000000000"))
  }

  @Test("The states are listed, and a missing one is reported with the available ones")
  func states() async {
    #expect(await Ticker.run("--list") == (0, "zero\nmany\n"))
    let (code, text) = await Ticker.run("--state", "few")
    #expect(code == 2)
    #expect(text.contains("there is no state 'few': use one of zero, many"))
    #expect(await Ticker.run("--help").code == 0)
  }

  @Test("An invalid step is named")
  func unknown() async {
    for step in ["upp", "wait:soon", "resize:4", "resize:0x5", "resize:5x0", "jump:3"] {
      let (code, text) = await Ticker.run("--script", "up \(step)")
      #expect(code == 2)
      #expect(text.hasPrefix("TickerPreview: '\(step)' is not a step"))
    }
  }

  @Test(
    "A size without a row or a column is refused in a line", arguments: ["0x0", "0x5", "80", "9x"])
  func size(text: String) async {
    let (code, output) = await Ticker.run("--script", "up", "--size", text)
    #expect(code == 2)
    #expect(output.contains("must be COLUMNSxROWS, from 1x1 to 1000x1000"), "\(output)")
    #expect(!output.contains("== "))
  }

  @Test("Steps are read with their quotes")
  func steps() throws {
    let steps = try ScriptStep.parse(#"type:"a b" click:3,4 resize:20x5 paste:x ctrl+s"#)
    #expect(steps.map(\.word) == ["type:a b", "click:3,4", "resize:20x5", "paste:x", "ctrl+s"])
    #expect(
      steps.flatMap(\.steps) == [
        .event(.key("a")), .event(.key(" ")), .event(.key("b")), .event(.mouse(Mouse(x: 3, y: 4))),
        .event(.resize(Size(width: 20, height: 5))), .event(.paste("x")), .event(.key(.ctrl("s"))),
      ])
  }

  @Test("On a terminal it is shown until q, and redrawn when the store's state changes")
  func interactive() async throws {
    let simulated = SimulatedTerminal(size: Size(width: 20, height: 3))
    let run = Task { await Ticker.run(terminal: .simulated(simulated)) }
    func wait(for text: String) async {
      while !simulated.writes.contains(where: { String(decoding: $0, as: UTF8.self).contains(text) }
      ) {
        await Task.yield()
      }
    }
    await wait(for: "count 0")
    simulated.type("\u{1b}[A")
    await wait(for: "1")
    simulated.type("q")
    #expect(await run.value.code == 0)
    #expect(!simulated.isOpen)
  }

  @Test("Without a terminal the problem is reported")
  func noTerminal() async {
    let (code, text) = await Ticker.run(
      terminal: .simulated(SimulatedTerminal(environment: ["TERM": "dumb"])))
    #expect(code == 1)
    #expect(text == "TickerPreview: cannot draw on this terminal (TERM=dumb)\n")
  }
}
