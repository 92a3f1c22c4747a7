import ComposableArchitecture
import ComposableTerminal
import TerminalUI
import Testing

@MainActor
struct AlertTests {
  private let person = Person()

  @Test("Alert buttons show their keys; the one that cancels is the default")
  func shown() {
    person.press("+", "+", "r")
    #expect(
      person.frame.text == """
        count 2
        ro╭ Begin again? ────────────────────────────────────────────╮
        ro│ The count is lost.                                       │
        ro│                                                          │
          │           [ Only one less (o) ] [ Reset (y) ] [ Cancel ] │
          ╰──────────────────────────────────────────────────────────╯

        + - count  r reset  t type  ↑↓ rows
        """)
    let chosen = person.frame.text { $0.attributes.contains(.reverse) ? ("<", ">") : nil }
    #expect(chosen.contains("<[ Cancel ]>"))
  }

  @Test("Enter and Esc do nothing in a destructive alert")
  func safe() {
    for key: Key in [.enter, .escape, "n"] {
      person.press("+", "r")
      let count = person.store.count
      #expect(person.press(key))
      #expect(person.store.destination == nil)
      #expect(person.store.count == count)
    }
  }

  @Test("The key that opened an alert does not answer it, and neither does any other")
  func others() {
    person.press("+", "r")
    for key: Key in ["r", "d", "q", "+", .space, .tab, .delete] {
      #expect(person.press(key), "nothing gets past an alert")
    }
    #expect(person.screen.handle(.paste("y"), in: person.frame))
    #expect(!person.screen.handle(.focus(false), in: person.frame))
    #expect(person.store.destination?.alert != nil)
    #expect(person.store.count == 1)
  }

  @Test("Each other button has a key")
  func buttons() {
    person.press("+", "+", "+", "r", "o")
    #expect(person.store.count == 2)
    #expect(person.store.destination == nil)
    person.press("r", "y")
    #expect(person.store.count == 0)
    #expect(person.store.destination == nil)
  }

  @Test("The mouse presses buttons only")
  func mouse() {
    person.press("+", "r")
    person.click("The count")
    #expect(person.store.destination?.alert != nil)
    person.click("Cancel")
    #expect(person.store.destination == nil)
    person.press("r")
    person.click("Reset")
    #expect(person.store.count == 0)
  }

  @Test("A long message scrolls, and the next one starts at its first line")
  func long() {
    let store = Store<Int, PresentationAction<Int>>(initialState: 0) { Reduce { _, _ in .none } }
    func screen(_ lines: ClosedRange<Int>) -> AlertScreen<Int, PresentationAction<Int>, Int> {
      AlertScreen(
        store: store,
        alert: .message("Why", lines.map { "line \($0)" }.joined(separator: "\n")),
        dismiss: .dismiss
      ) { .presented($0) }
    }
    func frame(_ lines: ClosedRange<Int>) -> Frame {
      Frame(screen(lines).view, size: Size(width: 40, height: 30))
    }
    func press(_ key: Key) -> Bool { screen(1...40).handle(.key(key), in: frame(1...40)) }
    #expect(frame(1...40).text.contains("line 12"))
    #expect(press(.pageDown) && press("j"))
    #expect(frame(1...40).text.contains("line 24") && !frame(1...40).text.contains("line 12"))
    #expect(press(.end) && press(.down) && press(.up))
    #expect(frame(1...40).text.contains("line 28") && !frame(1...40).text.contains("line 40"))
    #expect(frame(2...41).text.contains("line 2 "))
    // An element that fits offers nothing, and does nothing.
    let short = screen(1...12)
    #expect(!short.handle(.key(.down), in: frame(1...12)))
    func offers(_ screen: AlertScreen<Int, PresentationAction<Int>, Int>) -> Bool {
      screen.keys.contains { $0.isEnabled && $0.strokes.contains { $0.keys.contains(.down) } }
    }
    #expect(offers(screen(1...40)) && !offers(short))
  }

  @Test("In a nondestructive alert Enter confirms, and a message has OK")
  func messages() {
    let store = Store<Int, PresentationAction<Int>>(initialState: 0) { Reduce { _, _ in .none } }
    func screen(_ alert: AlertState<Int>) -> AlertScreen<Int, PresentationAction<Int>, Int> {
      AlertScreen(store: store, alert: alert, dismiss: .dismiss) { .presented($0) }
    }
    let retry = screen(
      AlertState {
        TextState("Not saved")
      } actions: {
        ButtonState(role: .cancel, action: 2) { TextState("Later") }
        ButtonState(action: 1) { TextState("Try again") }
      })
    #expect(retry.action(for: .enter) == 1)
    #expect(retry.action(for: .escape) == 2)
    let message = screen(AlertState { TextState("No sound") })
    #expect(
      AlertState<Int>.message("No sound", CancellationError())
        == AlertState {
          TextState("No sound")
        } actions: {
          ButtonState(role: .cancel) { TextState("OK") }
        } message: {
          TextState("CancellationError()")
        })
    #expect(Frame(message.view, size: Size(width: 30, height: 4)).text.contains("[ OK ]"))
    #expect(message.action(for: .enter) == nil)
    #expect(message.keys.allSatisfy { $0.action(for: .enter)?.is(\.dismiss) ?? true })
    let question = screen(
      AlertState {
        TextState("Delete?")
      } actions: {
        ButtonState(role: .destructive, action: 1) { TextState("Delete") }
      })
    #expect(question.action(for: .enter) == nil, "it only closes")
    #expect(question.action(for: "y") == 1)
  }
}

extension AlertScreen where Action == PresentationAction<Int> {
  fileprivate func action(for key: Key) -> Int? {
    keys.lazy.compactMap { $0.action(for: key) }.first?[case: \.presented]
  }
}
