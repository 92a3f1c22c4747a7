import ComposableArchitecture
import Testing

@Suite("TextState")
struct TextStateTests {
  @Test("ALT-01 text keeps its string, interpolated or not")
  func text() {
    #expect(String(state: TextState("Delete \(3) memos?")) == "Delete 3 memos?")
    #expect(TextState(verbatim: "a") == TextState("a"))
    #expect(TextState("abc".dropFirst()) == TextState("bc"))
    #expect(TextState("").runs.isEmpty)
    #expect("\(TextState("a").bold())" == "a")
  }

  @Test("ALT-01 texts are joined, and adjacent ones of equal style become one")
  func concatenation() {
    #expect(TextState("a") + TextState("b") == TextState("ab"))
    #expect(TextState("") + TextState("b") == TextState("b"))
    let text = TextState("a") + TextState("b").bold() + TextState("c").bold() + TextState("d")
    #expect(text.runs.map(\.text) == ["a", "bc", "d"])
    #expect(text.runs.map(\.style.weight) == [nil, .bold, nil])
    #expect(text != TextState("abcd"))
    #expect(String(state: text) == "abcd")
  }

  @Test("ALT-01 styles are kept as data, and the innermost wins")
  func styles() {
    let text =
      (TextState("a").foregroundColor(.red) + TextState("b"))
      .foregroundColor(.blue)
      .italic()
      .underline()
      .strikethrough()
      .monospaced()
      .monospacedDigit()
      .font(.headline)
      .fontWeight(.semibold)
      .kerning(1)
      .tracking(2)
      .baselineOffset(3)
    var style = TextState.Style()
    style.baselineOffset = 3
    style.font = .headline
    style.isItalic = true
    style.isMonospaced = true
    style.isMonospacedDigit = true
    style.isStruckThrough = true
    style.isUnderlined = true
    style.kerning = 1
    style.tracking = 2
    style.weight = .semibold
    style.color = .red
    #expect(text.runs.first?.style == style)
    style.color = .blue
    #expect(text.runs.last?.style == style)
    #expect(TextState("a").bold(false) == TextState("a"))
  }

  @Test("ALT-01 a dump shows styles as marks")
  func dump() {
    let text =
      TextState("a") + TextState("b").bold() + TextState("c").italic()
      + TextState("d").strikethrough() + TextState("e").underline()
      + TextState("f").foregroundColor(.red)
    #expect(
      String(customDumping: text)
        == #""a**b**_c_~~d~~<u>e</u><foreground-color=red>f</foreground-color>""#)
  }
}
