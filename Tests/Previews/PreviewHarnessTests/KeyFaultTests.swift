import ComposableArchitecture
import ComposableTerminal
import PreviewHarness
import TerminalUI
import Testing

/// A screen that offers a key which does nothing, and has one which it does not tell of.
private struct FaultyScreen: Screen {
  let store: StoreOf<Ticker>

  var body: any View { Text("count \(store.count)") }

  var keys: [KeyBinding<Action>] {
    [
      KeyBinding([.up], .incrementButtonTapped, help: "Count one more"),
      KeyBinding(["x"], .nameChanged(""), help: "Forget the name"),
      KeyBinding(["y"], .nameChanged("y"), help: "Have a name", isEnabled: false),
      KeyBinding([["l"]: "", ["r"]: "r"], { .nameChanged($0) }, help: "Have another name"),
    ]
  }

  func handleInput(_ event: Event, in frame: Frame) -> Bool {
    guard event == .key("z")
    else { return false }
    store.send(.incrementButtonTapped)
    return true
  }
}

@MainActor
struct KeyFaultTests {
  private let preview = Preview<Ticker>(
    "FaultyPreview", states: [.init("zero", Ticker.State())]
  ) {
    Ticker()
  } screen: {
    FaultyScreen(store: $0)
  }

  @Test("A key that does nothing and one that nothing tells of are found, and no others")
  func found() async {
    #expect(
      await preview.keyFaults() == [
        KeyFault(state: "zero", key: "x", reason: .isDead(help: "Forget the name")),
        KeyFault(state: "zero", key: "z", reason: .isSecret),
      ])
  }

  @Test("A program that checks its keys prints what is wrong, and fails")
  func printed() async {
    var text = ""
    let code = await preview.run(["--check-keys"], terminal: .testValue) { text += $0 + "\n" }
    #expect(code == 1)
    #expect(
      text == """
        zero: x does nothing, and is to: Forget the name
        zero: z does something, and nothing says so
        FaultyPreview: 2 keys are not as the screens say

        """)
  }
}
