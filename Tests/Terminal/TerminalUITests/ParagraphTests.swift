import Styleguide
import Testing
import TerminalUI

struct ParagraphTests {
  private func lines(_ text: String, _ width: Int) -> [String] {
    let utf8 = Array(text.utf8)
    return Wrapping(text, width: width).lines.map { String(decoding: utf8[$0], as: UTF8.self) }
  }

  @Test("Lines break after spaces and hyphens, and in words that are too long")
  func breaks() {
    #expect(lines("the quick brown fox", 10) == ["the quick ", "brown fox"])
    #expect(lines("well-known facts", 6) == ["well-", "known ", "facts"])
    #expect(lines("incomprehensible", 6) == ["incomp", "rehens", "ible"])
    #expect(lines("a  b", 1) == ["a  ", "b"])
    #expect(lines("one\n\ntwo\r\nthree", 10) == ["one", "", "two", "three"])
    #expect(lines("", 5) == [""])
    #expect(lines("no\u{a0}break here", 9) == ["no\u{a0}break ", "here"])
    #expect(lines("日本語の文字", 5) == ["日本", "語の", "文字"])
    #expect(lines("👨‍👩‍👧👨‍👩‍👧x", 3) == ["👨‍👩‍👧", "👨‍👩‍👧x"])
  }

  @Test("Nothing is lost, and no line is too wide", arguments: 0..<80 as Range<UInt64>)
  func property(seed: UInt64) {
    var random = Seeded(seed)
    let text = random.text(pieces: .random(in: 0...60, using: &random))
    let width = Int.random(in: 1...24, using: &random)
    let wrapping = Wrapping(text, width: width)
    let utf8 = Array(text.utf8)
    #expect(wrapping.lines.flatMap { Array(utf8[$0]) } == utf8)
    for (index, line) in wrapping.lines.enumerated() {
      let shown = String(decoding: utf8[line], as: UTF8.self)
      let core = String(shown.reversed().drop { " \t\u{200b}".contains($0) }.reversed())
      let columns = core.reduce(0) { $0 + ($1 == "\t" ? 1 : $1.columns) }
      // A wide character alone is wider than a line of one column.
      #expect(columns <= width || core.filter { $0.columns > 0 }.count == 1, "\(core) in \(width)")
      #expect(wrapping.line(of: line.lowerBound) == index || line.isEmpty)
    }
  }

  private static let talk = (0..<60).map { "word\($0)" }.joined(separator: " ")

  @Test("The spoken word is highlighted and its line is visible")
  func transcript() {
    let word = (Self.talk.range(of: "word30").map { $0.lowerBound.utf16Offset(in: Self.talk) }) ?? 0
    let paragraph = Paragraph(
      Self.talk,
      highlights: [Paragraph.Highlight(word..<word + 6, style: Style(attributes: .reverse))],
      scroll: .following(word))
    let frame = Frame(paragraph, size: Size(width: 21, height: 4))
    #expect(
      frame.text { $0.attributes.contains(.reverse) ? ("[", "]") : nil }
        == """
        word27 word28 word29
        [word30] word31 word32
        word33 word34 word35
        word36 word37 word38
        """)
  }

  @Test("Highlights continue across lines, and the first of two overlapping ones wins")
  func highlights() {
    let text = "aaa bbb ccc"
    let frame = Frame(
      Paragraph(
        text,
        highlights: [
          .init(2..<6, style: Style(attributes: .bold)), .init(6..<6, style: .role(.wrong)),
          .init(5..<9, style: Style(attributes: .underline)),
        ]),
      size: Size(width: 4, height: 3))
    let marked = frame.text {
      $0.attributes == .bold ? ("<", ">") : $0.attributes == .underline ? ("_", "_") : nil
    }
    #expect(marked == "aa<a >\n<bb>_b _\n_c_cc")
  }

  @Test("At the end the last lines stay, and short text is aligned")
  func ends() {
    let last = Frame(
      Paragraph("a\nb\nc\nd", scroll: .line(99)), size: Size(width: 3, height: 2))
    #expect(last.text == "c\nd")
    let right = Frame(
      Paragraph("ab\nc", alignment: .trailing).frame(width: 5), size: Size(width: 5, height: 2))
    #expect(right.text == "ab\n c", "a paragraph is no wider than its longest line")
  }

  @Test("A highlight inside a character is ignored without failing")
  func halves() {
    let frame = Frame(
      Paragraph(
        "é中x",
        highlights: [.init(1..<3, style: Style(attributes: .bold)), .init(90..<99, style: .plain)]),
      size: Size(width: 9, height: 1))
    #expect(frame.text == "é中x")
  }
}
