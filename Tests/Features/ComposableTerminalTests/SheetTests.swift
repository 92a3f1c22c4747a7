import ComposableArchitecture
import ComposableTerminal
import TerminalUI
import Testing

@MainActor
struct SheetTests {
  private let person = Person()

  @Test("Text is saved; if the parent refuses it, the problem shows until the text changes")
  func text() {
    person.press("t", "1", "x")
    #expect(
      person.frame.text == """
        count 0
        row╭ Count ─────────────────────────────────────────────────╮
        row│ 1x                                                     │
        row│                                                        │
           │ enter save  esc cancel                                 │
           ╰────────────────────────────────────────────────────────╯

        + - count  t type  ↑↓ rows
        """)
    person.press(.enter)
    #expect(person.frame.text.contains("'1x' is no number"))
    person.press(.left)
    #expect(person.frame.text.contains("'1x' is no number"))
    person.press(.delete)
    #expect(!person.frame.text.contains("is no number"))
    person.press("2", .enter)
    #expect(person.store.count == 12)
    #expect(person.store.destination == nil)
  }

  @Test("An empty required text is not saved, and canceling changes nothing")
  func cancelled() async {
    person.press("t", " ", .enter)
    #expect(person.store.destination?.text != nil)
    person.press("7", .escape)
    while person.store.destination != nil { await Task.yield() }
    #expect(person.store.count == 0)
  }

  @Test("A choice is selected by key or by mouse")
  func choice() async {
    person.press("c")
    #expect(person.frame.text.contains("ten") && person.frame.text.contains("many"))
    #expect(person.frame.text.contains("What to count to"))
    #expect(person.frame.text.contains("enter choose  ↑↓ select  esc cancel"))
    person.press(.down, .enter)
    #expect(person.store.count == 10)
    person.press("c")
    #expect(person.store.destination?.choice?.list.selection == 1, "what is set is chosen")
    person.click("one")
    person.click("one")
    #expect(person.store.count == 1)
    person.press("c", .down, .escape)
    while person.store.destination != nil { await Task.yield() }
    #expect(person.store.count == 1)
  }

  @Test("Choices that are not available yet are drawn faint")
  func faint() {
    let state = ChoicePrompt<Int>.State(
      "Model",
      choices: [.init("here", value: 1), .init("away", isFaint: true, value: 2)], selection: 1)
    let store = Store(initialState: state) { ChoicePrompt<Int>() }
    let text = Frame(ChoiceSheet(store: store).view, size: Size(width: 40, height: 9))
      .text { $0.foreground == .role(.faint) ? ("<", ">") : nil }
    #expect(text.contains("<away") && text.contains("here") && !text.contains("<here"))
  }
}
