import Testing
import TerminalUI

struct TextFieldTests {
  private func shown(_ state: TextFieldState, width: Int) -> (text: String, cursor: Int?) {
    let frame = Frame(TextField(state), size: Size(width: width, height: 1))
    return (frame.text, frame.cursor?.x)
  }

  @Test("Keys edit as line editors do")
  func editing() {
    var state = TextFieldState("one two")
    func press(_ keys: Key...) -> String {
      for key in keys {
        let isKnown = state.handle(key)
        #expect(isKnown, "\(key)")
      }
      var text = state.text
      text.insert("|", at: text.index(text.startIndex, offsetBy: state.cursor))
      return text
    }
    #expect(press("!") == "one two!|")
    #expect(press(.left, .left) == "one tw|o!")
    #expect(press(.alt("b")) == "one |two!")
    #expect(press(.ctrl("w")) == "|two!")
    #expect(press(.delete) == "|wo!")
    #expect(press(.end, .backspace) == "wo|")
    #expect(press(.home, .alt("f")) == "wo|")
    #expect(press(" ", "x", .ctrl("a"), .ctrl("k")) == "|")
    #expect(press(.backspace, .delete, .left, .right, .ctrl("w"), .ctrl("u")) == "|")
    for key: Key in [.enter, .ctrl("x")] {
      let isKnown = state.handle(key)
      #expect(!isKnown)
    }
  }

  @Test("A combining accent joins the preceding letter")
  func accents() {
    var state = TextFieldState()
    for key: Key in ["e", "\u{301}", "x"] { state.handle(key) }
    #expect(state.text == "e\u{301}x")
    #expect(state.cursor == 2)
    state.handle(.left)
    state.handle(.backspace)
    #expect(state.text == "x")
  }

  @Test("A paste becomes one line without control characters")
  func paste() {
    var state = TextFieldState("<>")
    state.handle(.left)
    state.insert("a\nb\r\nc\t\u{1b}[2Jd")
    #expect(state.text == "<a b c [2Jd>")
    #expect(state.cursor == 11)
  }

  @Test("Keys and pastes are edits, other events are not")
  func events() {
    var state = TextFieldState("a")
    let events: [Event] = [.paste("b"), .key("c"), .focus(true), .key(.escape)]
    let areEdits = events.map { state.handle($0) }
    #expect(areEdits == [true, true, false, false])
    #expect(state.text == "abc")
  }

  @Test("A megabyte can be pasted and shown")
  func large() {
    var state = TextFieldState()
    state.insert(String(repeating: "0123456789", count: 100_000))
    #expect(state.cursor == 1_000_000)
    let (text, cursor) = shown(state, width: 10)
    #expect(text == "‹6789")
    #expect(cursor == 5)
  }

  @Test("Long text scrolls, with marks where it continues")
  func scroll() {
    var state = TextFieldState("abcdefghijklmnop")
    #expect(shown(state, width: 8) == ("‹nop", 4))
    state.handle(.home)
    #expect(shown(state, width: 8) == ("abcdefg›", 0))
    for _ in 0..<6 { state.handle(.right) }
    #expect(shown(state, width: 8) == ("abcdefg›", 6))
    for _ in 0..<2 { state.handle(.right) }
    #expect(shown(state, width: 8) == ("‹fghijk›", 4))
  }

  @Test("The cursor is always visible", arguments: 0..<30 as Range<UInt64>)
  func cursor(seed: UInt64) {
    var random = Seeded(seed)
    var state = TextFieldState(random.text(pieces: .random(in: 1...20, using: &random)))
    let width = Int.random(in: 3...20, using: &random)
    for _ in 0..<40 {
      let keys: [Key] = [.left, .right, .home, .end, "x", "中", .backspace]
      state.handle(keys.randomElement(using: &random) ?? .left)
      let (text, cursor) = shown(state, width: width)
      #expect(cursor.map { (0..<width).contains($0) } == true, "\(state) \(text)")
    }
  }

  @Test("The placeholder shows while there is no text, after the cursor")
  func placeholder() {
    let frame = Frame(
      TextField(TextFieldState(), placeholder: "Search memos"), size: Size(width: 8, height: 1))
    #expect(frame.text == "Search …")
    #expect(frame.cursor == Point(x: 0, y: 0))
    let other = Frame(
      TextField(TextFieldState("x"), isFocused: false), size: Size(width: 8, height: 1))
    #expect(other.cursor == nil)
  }
}
