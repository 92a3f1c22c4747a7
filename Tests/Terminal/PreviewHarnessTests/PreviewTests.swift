import ComposableArchitecture
import PreviewHarness
import TerminalClient
import TerminalUI
import Testing

@Reducer
private struct Ticker {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var name = ""
    var ids: [UUID] = []
  }

  enum Action: Equatable {
    case idButtonTapped
    case incrementButtonTapped
    case nameChanged(String)
    case startButtonTapped
    case ticked
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .idButtonTapped:
        state.ids.append(uuid())
        return .none

      case .incrementButtonTapped, .ticked:
        state.count += 1
        return .none

      case .nameChanged(let name):
        state.name = name
        return .none

      case .startButtonTapped:
        return .run { send in
          for _ in 1...3 {
            try await clock.sleep(for: .seconds(1))
            await send(.ticked)
          }
        }
      }
    }
  }
}

@MainActor
struct PreviewTests {
  private final class Output {
    var text = ""
  }

  private let preview = Preview<Ticker>(
    "TickerPreview",
    states: [.init("zero", Ticker.State()), .init("many", Ticker.State(count: 100))]
  ) {
    Ticker()
  } view: { store in
    VStack {
      Text("count \(store.count)")
      Text("name \(store.name)")
      Text("ids \(store.ids.count)")
    }
  } onEvent: { event, store, _ in
    switch event {
    case .key(.up): store.send(.incrementButtonTapped)
    case .key("i"): store.send(.idButtonTapped)
    case .key("s"): store.send(.startButtonTapped)
    case .key(let key):
      guard case .character(let character) = key.code, character != "q"
      else { return false }
      store.send(.nameChanged(store.name + String(character)))
    case .paste(let text): store.send(.nameChanged(text))
    default: return false
    }
    return true
  }

  private func run(
    _ arguments: String..., terminal: TerminalClient = .testValue
  ) async -> (code: Int32, text: String) {
    let output = Output()
    let code = await preview.run(arguments, terminal: terminal) { output.text += $0 + "\n" }
    return (code, output.text)
  }

  @Test("A script drives a preview without a terminal, and each step's frame is printed")
  func script() async {
    let (code, text) = await run("--script", "up type:Bo wait:1", "--size", "8x2")
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

  @Test("Time goes by as the script says")
  func time() async {
    let (_, text) = await run("--state", "many", "--script", "s wait:1 wait:5", "--size", "9x1")
    #expect(
      text == "== many\ncount 100\n== s\ncount 100\n== wait:1\ncount 101\n== wait:5\ncount 103\n")
  }

  @Test("Actions are printed with what they did, the same each time")
  func actions() async {
    let first = await run("--script", "up i", "--actions", "--size", "7x3")
    let second = await run("--script", "up i", "--actions", "--size", "7x3")
    #expect(first == second)
    #expect(first.text.contains("action: Ticker.Action.incrementButtonTapped"))
    #expect(first.text.contains("+   _count: 1,"))
    #expect(first.text.contains("00000000-0000-0000-0000-000000000000"))
  }

  @Test("The states are listed, and one that does not exist is named with those that do")
  func states() async {
    #expect(await run("--list") == (0, "zero\nmany\n"))
    let (code, text) = await run("--state", "few")
    #expect(code == 2)
    #expect(text.contains("there is no state 'few': use one of zero, many"))
    #expect(await run("--help").code == 0)
  }

  @Test("A step that means nothing is named")
  func unknown() async {
    for step in ["upp", "wait:soon", "resize:4", "jump:3"] {
      let (code, text) = await run("--script", "up \(step)")
      #expect(code == 2)
      #expect(text.hasPrefix("TickerPreview: '\(step)' is no step"))
    }
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
    let run = Task { await self.run(terminal: .simulated(simulated)) }
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

  @Test("Without a terminal it says what is wrong")
  func noTerminal() async {
    let (code, text) = await run(
      terminal: .simulated(SimulatedTerminal(environment: ["TERM": "dumb"])))
    #expect(code == 1)
    #expect(text == "TickerPreview: this terminal cannot be drawn on (TERM=dumb)\n")
  }

  @Test("A recorded session replays to the same frames")
  func recording() async throws {
    let file = FileManager.default.temporaryDirectory
      .appending(component: "preview-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    let simulated = SimulatedTerminal(size: Size(width: 20, height: 3))
    let clock = TestClock()
    let output = Output()
    let run = Task {
      await preview.run(
        ["--record", file.path, "--actions"], terminal: .simulated(simulated), clock: clock
      ) { output.text += $0 + "\n" }
    }
    while !simulated.isOpen { await Task.yield() }
    await clock.advance(by: .milliseconds(200))
    for keys in ["\u{1b}[A", "s", "\u{1b}[200~two\nlines\u{1b}[201~", "i", "\""] {
      simulated.type(keys)
      await clock.advance(by: .milliseconds(700))
    }
    simulated.type("q")
    #expect(await run.value == 0)
    let (code, replayed) = await self.run("--replay", file.path, "--actions")
    #expect(code == 0)
    #expect(output.text.contains("incrementButtonTapped") && output.text.contains(".ticked"))
    let actions = replayed.split(separator: "\n").filter { $0.hasPrefix("action: ") }
    #expect(actions == output.text.split(separator: "\n").filter { $0.hasPrefix("action: ") })
    #expect(replayed.contains("name two\\nlines\"\nids 1"))
    #expect(await self.run("--replay", file.path, "--actions").text == replayed)
  }

  @Test(
    "A recording that cannot be played is refused with the reason",
    arguments: [
      ("", "is no recording of a preview"), (#"{"version": 9}"#, "another version (9, this is 1)"),
      (#"{"version": 1}"#, "is damaged"),
      (
        #"{"version":1,"preview":"Other","state":"zero","size":"9x9","steps":[]}"#,
        "recorded with Other"
      ),
      (
        #"{"version":1,"preview":"TickerPreview","state":"x","size":"9x9","steps":[]}"#,
        "no state 'x' any more"
      ),
    ])
  func unplayable(content: String, reason: String) async throws {
    let file = FileManager.default.temporaryDirectory
      .appending(component: "preview-\(UUID().uuidString).json")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data(content.utf8).write(to: file)
    let (code, text) = await run("--replay", file.path)
    #expect(code == 1)
    #expect(text.contains(reason), "\(text)")
  }
}
