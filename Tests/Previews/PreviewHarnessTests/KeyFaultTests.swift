import ComposableArchitecture
import ComposableTerminal
import PreviewHarness
import TerminalClient
import TerminalUI
import Testing

/// A screen with a key without an effect, a key that isn't shown, and a key with a wrong name.
private struct FaultyScreen: Screen {
  let store: StoreOf<Ticker>

  var body: any View { Text("count \(store.count)") }

  var keys: [KeyBinding<Action>] {
    [
      KeyBinding([.up], .incrementButtonTapped, help: "Count one more"),
      KeyBinding(["x"], .nameChanged(""), help: "Forget the name"),
      KeyBinding(["y"], .nameChanged("y"), help: "Have a name", isEnabled: false),
      KeyBinding([["l"]: "", ["r"]: "r"], { .nameChanged($0) }, help: "Have another name"),
      .input(["m"], "more", help: "Count one more, too"),
      .quit(["e"], "end", help: "End the program"),
    ]
  }

  func handleInput(_ event: Event, in frame: Frame) -> Bool {
    guard [.key("n"), .key("z")].contains(event)
    else { return false }
    store.send(.incrementButtonTapped)
    return true
  }
}

/// A screen that esc clears, with a footer or without.
private struct ClearedScreen: Screen {
  let store: StoreOf<Ticker>
  let hasFooter: Bool

  var body: any View {
    VStack {
      Text("name \(store.name)")
      if hasFooter { footer }
    }
  }

  var keys: [KeyBinding<Action>] {
    [
      KeyBinding(["x"], .nameChanged("x"), "name", help: "Change the name"),
      KeyBinding(
        ["c", .escape], .nameChanged(""), "clear", help: "Clear the name",
        isEnabled: !store.name.isEmpty),
    ]
  }
}

@MainActor
struct KeyFaultTests {
  private let size = Size(width: 20, height: 2)

  private func preview(_ places: [Preview<Ticker>.Place] = []) -> Preview<Ticker> {
    Preview("FaultyPreview", states: [.init("zero", Ticker.State())], places: places) {
      Ticker()
    } screen: {
      FaultyScreen(store: $0)
    }
  }

  @Test("Keys that have no effect, are not shown, or have a wrong name are found, and no others")
  func found() async throws {
    #expect(
      try await preview().keyFaults(sizes: [size]) == [
        KeyFault("x", in: "zero", at: size, .noEffect(help: "Forget the name")),
        KeyFault("m", in: "zero", at: size, .noEffect(help: "Count one more, too")),
        KeyFault("n", in: "zero", at: size, .undocumented),
        KeyFault("z", in: "zero", at: size, .undocumented),
      ])
  }

  @Test("Faults are found in places, and a script that leads nowhere is one")
  func places() async throws {
    let faults = try await preview([
      .init("with a name", from: "zero", "r"), .init("nowhere", from: "zero", "up w up"),
    ]).keyFaults(sizes: [size])
    #expect(
      faults.filter { $0.place != "zero" } == [
        KeyFault("m", in: "zero, with a name", at: size, .noEffect(help: "Count one more, too")),
        KeyFault("n", in: "zero, with a name", at: size, .undocumented),
        KeyFault("z", in: "zero, with a name", at: size, .undocumented),
        KeyFault("w", in: "zero, nowhere", at: size, .unusedInScript),
      ])
  }

  @Test("A key that closes or clears is in the footer, even of a narrow screen")
  func hidden() async throws {
    let size = Size(width: 9, height: 2)
    func faults(hasFooter: Bool) async throws -> [KeyFault] {
      try await Preview(
        "ClearedPreview", states: [.init("empty", Ticker.State())],
        places: [.init("named", from: "empty", "x")]
      ) {
        Ticker()
      } screen: {
        ClearedScreen(store: $0, hasFooter: hasFooter)
      }
      .keyFaults(sizes: [size])
    }
    #expect(
      try await faults(hasFooter: false).filter { $0.key == .escape } == [
        KeyFault(.escape, in: "empty, named", at: size, .hidden(help: "Clear the name"))
      ])
    #expect(try await faults(hasFooter: true).filter { $0.key == .escape } == [])
  }

  @Test("What was checked is reported, apart from the faults")
  func reported() async throws {
    var text = ""
    var reports: [String] = []
    let places = [Preview<Ticker>.Place("with a name", from: "zero", "r")]
    let code = await preview(places).run(
      ["--check-keys", "--size", "20x2"], terminal: .testValue, print: { text += $0 },
      report: { reports.append($0) })
    #expect(code == 1 && !text.contains("pressed"))
    let report = try #require(reports.first)
    let parts = report.split(separator: ";")
    #expect(parts.dropFirst() == [" states and places: 2", " sizes: 20x2"], "\(report)")
    let count = try #require(parts.first?.split(separator: " ").last.flatMap { Int($0) })
    #expect(report.hasPrefix("FaultyPreview: keys pressed: ") && count > 200, "\(report)")
  }

  @Test(
    "q ends a preview whose screen doesn't handle it, also one that is recorded",
    .timeLimit(.minutes(10)), arguments: [false, true])
  func quit(isRecorded: Bool) async throws {
    let file = FileManager.default.temporaryDirectory
      .appending(component: "preview-\(UUID().uuidString).jsonl")
    defer { try? FileManager.default.removeItem(at: file) }
    let simulated = SimulatedTerminal(size: size)
    let run = Task {
      await preview().run(
        isRecorded ? ["--record", file.path] : [], terminal: .simulated(simulated), print: { _ in })
    }
    while !simulated.isOpen { await Task.yield() }
    simulated.type("q")
    #expect(await run.value == 0)
    #expect(!simulated.isOpen)
  }

  @Test("A place with an unknown state or an invalid script is refused")
  func refused() async {
    await #expect(throws: (any Error).self) {
      try await preview([.init("a", from: "nine", "up")]).keyFaults()
    }
    await #expect(throws: ScriptStep.Unknown.self) {
      try await preview([.init("a", from: "zero", "upp")]).keyFaults()
    }
  }

  @Test("--check-keys prints the faults at three sizes, and fails")
  func printed() async {
    var text = ""
    let code = await preview().run(["--check-keys"], terminal: .testValue) { text += $0 + "\n" }
    #expect(code == 1)
    let faults = ["80x24", "40x12", "200x60"].map { size in
      """
      zero at \(size): x has no effect, but is shown as 'Forget the name'
      zero at \(size): m has no effect, but is shown as 'Count one more, too'
      zero at \(size): n has an effect, but isn't shown
      zero at \(size): z has an effect, but isn't shown

      """
    }
    #expect(text == faults.joined() + "FaultyPreview: keys that differ from the screens: 12\n")
  }
}
