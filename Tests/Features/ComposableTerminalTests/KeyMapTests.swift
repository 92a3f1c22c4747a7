import ComposableArchitecture
import ComposableTerminal
import TerminalClient
import TerminalUI
import Testing

/// Custom keys.
@MainActor
struct KeyMapTests {
  @Test("A custom key replaces another key, and the footer shows it")
  func names() throws {
    let map = try KeyMap(parsing: "# mine\n\nf2 = r\nctrl+k = u\n")
    let binding = KeyBinding<Int>(["r"], 1, "reset", help: "Begin again")
    withDependencies {
      $0.keyMap = map
    } operation: {
      #expect(binding.keyNames == "f2")
      #expect(KeyBinding<Int>(["+"], 1, help: "Count").keyNames == "+")
    }
  }

  @Test("A narrow footer keeps esc")
  func wayOut() {
    func footer(closing keys: [Key]) -> String {
      let footer = HelpFooter([
        KeyBinding<Int>(["d"], 1, "delete", help: "Delete"),
        KeyBinding<Int>(keys, 2, "close", help: "Close"),
      ])
      return Frame(footer, size: Size(width: 12, height: 1)).text
    }
    #expect(footer(closing: [.escape]) == "esc close")
    #expect(footer(closing: ["c", .escape]) == "c close")
    #expect(footer(closing: ["c"]) == "d delete")
  }

  @Test(
    "An invalid line in the keys file is reported with a fix",
    arguments: [
      ("f2 r", "line 1: 'f2 r' is not in the form 'KEY = KEY', such as 'f2 = r'"),
      (
        "\nfoo = r",
        "line 2: 'foo' is not a key: use a character, or a name like ctrl+x, f2, space or up"
      ),
      (
        "f2 = bar",
        "line 1: 'bar' is not a key: use a character, or a name like ctrl+x, f2, space or up"
      ),
      ("ctrl+c = q", "line 1: ctrl+c always quits the program"),
    ])
  func invalid(text: String, message: String) {
    #expect {
      try KeyMap(parsing: text)
    } throws: {
      "\($0)" == message
    }
  }

  @Test(
    "Custom keys act as the keys they replace, but typed letters stay text")
  func run() async throws {
    let terminal = SimulatedTerminal()
    let map = try KeyMap(parsing: "p = +\nx = none\n")
    let store = Store(initialState: Counter.State()) { Counter() }
    try await withDependencies {
      $0.keyMap = map
    } operation: {
      let task = Task {
        try await CounterScreen(store: store).run(on: .simulated(terminal), clock: TestClock())
      }
      while !terminal.isOpen { await Task.yield() }
      terminal.type("pp\u{3}")
      try await task.value
    }
    #expect(store.count == 2)
  }

  @Test("While text is typed, only keys without text are remapped")
  func typing() async throws {
    let terminal = SimulatedTerminal()
    let map = try KeyMap(parsing: "f2 = x\nf3 = enter\n")
    let store = Store(initialState: Counter.State()) { Counter() }
    try await withDependencies {
      $0.keyMap = map
    } operation: {
      let task = Task {
        try await CounterScreen(store: store).run(on: .simulated(terminal), clock: TestClock())
      }
      while !terminal.isOpen { await Task.yield() }
      terminal.type("t4\u{1b}OQ2\u{1b}OR\u{3}")
      try await task.value
    }
    #expect(store.count == 42)
  }
}
