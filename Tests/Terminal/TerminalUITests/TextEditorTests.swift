import Testing
import TerminalUI

/// A field with as many lines as its text needs.
struct TextEditorTests {
  private let text = "We agreed on the budget for May."

  private func frame(
    _ state: TextFieldState, width: Int, height: Int, maxHeight: Int = 9
  ) -> Frame {
    Frame(
      VStack { TextEditor(state, id: "editor", maxHeight: maxHeight) },
      size: Size(width: width, height: height))
  }

  /// The text with a bar at the cursor.
  private func marked(_ state: TextFieldState) -> String {
    var text = state.text
    text.insert("|", at: text.index(text.startIndex, offsetBy: state.cursor))
    return text
  }

  @Test("The text wraps, and the cursor is at its place")
  func wraps() {
    let shown = frame(TextFieldState(text), width: 10, height: 5)
    #expect(shown.text == "We agreed\non the\nbudget for\nMay.\n")
    #expect(shown.cursor == Point(x: 4, y: 3))
    #expect(shown.viewport("editor") == Frame.Viewport(offset: 0, rows: 4, count: 4))
  }

  @Test("Beyond its greatest height it scrolls with the cursor")
  func scrolls() {
    var state = TextFieldState(text)
    #expect(frame(state, width: 10, height: 5, maxHeight: 2).text == "budget for\nMay.\n\n\n")
    state.handle(.home)
    let top = frame(state, width: 10, height: 5, maxHeight: 2)
    #expect(top.text == "We agreed\non the\n\n\n" && top.cursor == Point(x: 0, y: 0))
  }

  @Test("Up and down move to the same column of other lines, and stop at the first and the last")
  func moves() {
    var state = TextFieldState(text)
    func move(_ distance: Int) -> String {
      state.moveLine(by: distance, width: 10)
      return marked(state)
    }
    #expect(move(1) == "We agreed on the budget for May.|")
    #expect(move(-1) == "We agreed on the budg|et for May.")
    #expect(move(-1) == "We agreed on t|he budget for May.")
    state.handle(.right)
    #expect(marked(state) == "We agreed on th|e budget for May.")
    #expect(move(-1) == "We ag|reed on the budget for May.")
    #expect(move(-1) == "We ag|reed on the budget for May.")
  }

  @Test("The end of a longer line is not the start of the next")
  func ends() {
    var state = TextFieldState("abcdefghij klm")
    state.handle(.home)
    for _ in 1...10 { state.handle(.right) }
    // The cursor is before the space, which is past the edge.
    #expect(frame(state, width: 10, height: 2).cursor == Point(x: 9, y: 0))
    state = TextFieldState("一二三四五六七")
    state.moveLine(by: -1, width: 6)
    #expect(marked(state) == "一二三四|五六七")
  }

  @Test("Keys move between the lines of an editor on the screen only")
  func keys() {
    var state = TextFieldState(text)
    let shown = frame(state, width: 10, height: 5)
    let isMoved = state.handle(.key(.up), in: shown)
    #expect(isMoved && marked(state) == "We agreed on the budg|et for May.")
    let field = Frame(TextField(state), size: Size(width: 10, height: 1))
    let isMovedInField = state.handle(.key(.up), in: field)
    #expect(!isMovedInField)
    let isTyped = state.handle(.key("!"), in: field)
    #expect(isTyped && marked(state) == "We agreed on the budg!|et for May.")
  }
}
