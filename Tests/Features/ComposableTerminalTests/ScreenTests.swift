import ComposableArchitecture
import ComposableTerminal
import TerminalClient
import TerminalUI
import Testing

@MainActor
struct ScreenTests {
  private let person = Person()

  @Test("Keys do what the table lists, and the footer shows enabled ones")
  func keys() {
    #expect(person.frame.lines.last == "+ - count  t type  ↑↓ rows")
    #expect(!person.press("r"), "there is nothing to reset")
    #expect(person.press("+", "="))
    #expect(person.store.count == 2)
    #expect(person.press("-"))
    #expect(person.store.count == 1)
    #expect(person.frame.lines.last == "+ - count  r reset  t type  ↑↓ rows")
    #expect(!person.press("q"), "it is left to others")
  }

  @Test("Clicking a footer item with one action performs it")
  func footer() {
    #expect(!person.click("+ - count"))
    person.press("+")
    #expect(person.click("reset"))
    #expect(person.store.destination?.alert != nil)
  }

  @Test("Unbound keys are typed as text or move the list")
  func input() {
    #expect(!person.screen.handle(.paste("x"), in: person.frame))
    #expect(person.press(.down, .down))
    #expect(person.store.list.selection == 1)
    #expect(person.click("row 2"))
    #expect(person.store.list.selection == 2)
    #expect(person.click("row 2"))
    #expect(person.store.count == 100)
    person.press(.escape)
    #expect(person.screen.handle(.paste("ab"), in: person.frame))
    #expect(person.store.field?.text == "ab")
    #expect(!person.screen.handle(.focus(true), in: person.frame))
  }

  @Test("Each binding lists all its keys and its action")
  func table() {
    let keys = person.screen.keys
    #expect(keys.map(\.keyNames) == ["+ -", "r", "esc", "t", "c", "↑↓", "q"])
    #expect(keys.allSatisfy { !$0.help.isEmpty && !$0.help.hasSuffix(".") })
    #expect(keys[0].strokes.map(\.keys) == [["+", "="], ["-"]])
    #expect(keys[5].strokes.allSatisfy { $0.action == nil })
    #expect(KeyBinding([.ctrl("n"), "n"], 0, help: "").keyNames == "ctrl+n")
    #expect(KeyBinding([.delete], 0, help: "").keyNames == "del")
  }

  @Test("A screen runs until q or Ctrl-C, then cancels its effects")
  func run() async throws {
    for end in ["q", "\u{3}"] {
      let terminal = SimulatedTerminal(size: Size(width: 20, height: 5))
      var isEnded = false
      let run = Task {
        try await person.screen.run(on: .simulated(terminal)) { isEnded = !terminal.isOpen }
      }
      while !terminal.isOpen { await Task.yield() }
      let count = person.store.count
      terminal.type("+")
      while person.store.count == count { await Task.yield() }
      terminal.type(end)
      try await run.value
      #expect(isEnded, "the terminal was given back before")
    }
  }

  @Test("Ctrl-L draws the whole screen again")
  func repaint() async throws {
    let clock = TestClock()
    let terminal = SimulatedTerminal(size: Size(width: 20, height: 5))
    let run = Task { try await person.screen.run(on: .simulated(terminal), clock: clock) }
    await clock.advance(by: .seconds(1))
    let count = terminal.writes.count
    terminal.type("\u{c}")
    await clock.advance(by: .seconds(1))
    let repainted = String(decoding: terminal.writes.dropFirst(count).joined(), as: UTF8.self)
    #expect(count > 0 && repainted.contains("\u{1b}[2J"))
    terminal.type("\u{3}")
    try await run.value
  }

  @Test("Effects are canceled when a screen cannot be shown or is canceled")
  func runFails() async throws {
    struct Failure: Error {}
    await #expect(throws: TerminalClient.NoTerminal.self) {
      try await person.screen.run(
        on: .simulated(SimulatedTerminal(environment: ["TERM": "dumb"])))
    }
    await #expect(throws: Failure.self) {
      try await person.screen.run(
        on: .simulated(SimulatedTerminal(environment: ["TERM": "dumb"]))
      ) { throw Failure() }
    }
    let terminal = SimulatedTerminal()
    var isCancelled: Bool?
    let run = Task {
      try await person.screen.run(on: .simulated(terminal)) { isCancelled = Task.isCancelled }
    }
    while !terminal.isOpen { await Task.yield() }
    run.cancel()
    _ = await run.result
    #expect(isCancelled == false)
  }

  @Test("The quit key ends the program unless something else handles it")
  func ends() {
    #expect(person.screen.ends(on: "q") && person.screen.ends(on: .ctrl("c")))
    #expect(!person.screen.ends(on: "x"))
    person.press("t")
    #expect(!person.screen.ends(on: "q"), "it is typed")
    #expect(person.screen.ends(on: .ctrl("c")))
  }

  @Test("A global key is handled first, unless it is typed as text")
  func everywhere() {
    let around = AroundScreen(store: person.store)
    func press(_ key: Key) -> Bool { around.handle(.key(key), in: person.frame) }
    #expect(around.footer == "? count")
    #expect(press("?") && person.store.count == 1)
    #expect(press("t") && person.store.destination?.text != nil)
    #expect(around.footer == "f1 count")
    #expect(press("?") && person.store.count == 1)
    #expect(person.store.destination?.text?.text.text == "?")
    #expect(press(.function(1)) && person.store.count == 2)
    #expect(around.keySections.map(\.title) == ["Count", "Around"])
    #expect(around.keySections.last?.commands.map(\.keys) == ["f1"])
    #expect(press("x") && person.store.destination?.text?.text.text == "?x")
  }
}

/// A screen around another screen, with a key that works everywhere and one that does not.
private struct AroundScreen: Screen {
  let store: StoreOf<Counter>

  var body: any View { Empty() }
  var child: (any Screen)? { CounterScreen(store: store) }
  var name: String { "Around" }

  var keys: [KeyBinding<Action>] {
    [
      KeyBinding(["?", .function(1)], .countButtonTapped(by: 1), "count", help: "Count")
        .global(),
      KeyBinding(["x"], .countButtonTapped(by: 100), help: "Count more"),
    ]
  }

  @MainActor
  var footer: String {
    availableKeys.compactMap(\.footerItem).map { "\($0.key) \($0.label)" }.joined()
  }
}
