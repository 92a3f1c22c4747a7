import Styleguide
import TerminalUI
import Testing

struct LabelTests {
  private func line(_ view: any View, width: Int = 12, glyphs: Glyphs = .unicode) -> String {
    Frame(view, size: Size(width: width, height: 1), glyphs: glyphs).text
  }

  @Test("A label's signs are the terminal's, a text's are the writer's")
  func label() {
    #expect(line(Label("★ only…")) == "★ only…")
    #expect(line(Label("★ only…"), glyphs: .ascii) == "* only~")
    #expect(line(Text("★ only"), glyphs: .ascii) == "★ only")
    #expect(line(Label("Loading…"), width: 5) == "Load…")
    #expect(line(Label("Loading…"), width: 5, glyphs: .ascii) == "Load~")
    #expect(Label("↑↓").widths == Text("ab").widths)
    #expect(line(Label("a\u{1b}b")).contains("\u{1b}") == false)
  }

  @Test("A glyph is one column wide in both sets")
  func sign() {
    #expect(line(Sign(\.play)) == "▶" && line(Sign(\.play), glyphs: .ascii) == ">")
    #expect(Sign(\.play).widths == .fixed(1))
  }

  @Test("Facts stand in one line, a dot between each")
  func facts() {
    let facts = Facts(["10 s", "work", "Zoë"])
    #expect(line(facts, width: 20) == "10 s · work · Zoë")
    #expect(line(facts, width: 20, glyphs: .ascii) == "10 s . work . Zoë")
    #expect(line(facts, width: 9) == "10 s · w…")
    #expect(line(Facts([])) == "")
  }

  @Test("The keys in the footer have signs of ASCII, too")
  func footer() {
    let footer = HelpFooter([.init("↑↓", "choose"), .init("F", "★ only")])
    #expect(line(footer, width: 30) == "↑↓ choose  F ★ only")
    #expect(line(footer, width: 30, glyphs: .ascii) == "^v choose  F * only")
  }
}
