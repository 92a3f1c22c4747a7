import Styleguide
import TerminalUI
import Testing

/// A long text that is read.
struct TextPageTests {
  private static let id = "page"

  /// A page of that many lines, in a window of ten.
  private func frame(
    _ count: Int, scroll: TextPage.Scroll, size: Size = Size(width: 20, height: 10)
  ) -> Frame {
    let text = (0..<count).map { "line \($0)" }.joined(separator: "\n")
    return Frame(TextPage(text, id: Self.id, scroll: scroll), size: size, glyphs: .ascii)
  }

  private func at(_ line: Int, of count: Int = 40) -> Frame {
    frame(count, scroll: .to(TextScroll(line: line, count: count)))
  }

  @Test("The followed line is at a third of the height, except at the text's ends")
  func following() {
    func first(_ line: Int) -> String {
      // Lines 0 to 9 have seven bytes each, the others eight.
      let offset = min(line, 10) * 7 + max(0, line - 10) * 8
      return frame(40, scroll: .following(offset)).lines[0].prefix(7).description
    }
    #expect(first(0) == "line 0 ")
    #expect(first(20) == "line 17")
    #expect(first(39) == "line 30")
  }

  @Test(
    "Page keys, half pages, the ends and the wheel scroll; arrows don't",
    arguments: [
      (.key(.pageDown), 19), (.key(.pageUp), 1), (.key(.ctrl("d")), 15), (.key(.ctrl("u")), 5),
      (.key(.home), 0), (.key("g"), 0), (.key(.end), 30), (.key("G"), 30),
      (.mouse(Mouse(x: 0, y: 0, button: .none, kind: .scrollDown)), 13),
      (.mouse(Mouse(x: 0, y: 0, button: .none, kind: .scrollUp)), 7),
      (.key(.down), nil), (.key("k"), nil), (.key("x"), nil), (.paste("G"), nil),
      (.mouse(Mouse(x: 0, y: 0)), nil), (.mouse(Mouse(x: 0, y: 0, kind: .move)), nil),
    ] as [(Event, Int?)])
  func keys(event: Event, line: Int?) {
    let scroll = TextScroll.response(to: event, in: at(10), id: Self.id)
    #expect(scroll == line.map { TextScroll(line: $0, count: 40) })
    #expect(TextScroll.response(to: event, in: at(10), id: "another") == nil)
  }

  @Test("It scrolls neither before the first line nor past the last")
  func ends() {
    func line(_ key: Key, at line: Int) -> Int? {
      TextScroll.response(to: .key(key), in: at(line), id: Self.id)?.line
    }
    #expect(line(.pageUp, at: 3) == 0)
    #expect(line(.pageDown, at: 28) == 30)
    #expect(at(99).lines[9].hasPrefix("line 39"))
  }

  @Test("A scroll bar shows the position, and a click moves there")
  func bar() throws {
    let glyphs = Glyphs.ascii
    func thumb(_ line: Int) -> [Int] {
      let frame = at(line)
      return (0..<10).filter { frame[19, $0] == glyphs.scrollThumb }
    }
    #expect(thumb(0) == [0, 1])
    #expect(thumb(30) == [8, 9])
    func press(_ row: Int) -> Int? {
      TextScroll.response(to: .mouse(Mouse(x: 19, y: row)), in: at(10), id: Self.id)?.line
    }
    #expect(press(0) == 0)
    #expect(press(9) == 30)
    #expect(press(3) == 10)
    let short = frame(10, scroll: .following(0))
    #expect(short[19, 0] == " ", "all is seen")
  }

  @Test("In a window of another width about the same words are seen")
  func resized() {
    let text = (0..<200).map { "word\($0)" }.joined(separator: " ")
    func first(_ width: Int, _ scroll: TextScroll) -> String {
      let page = TextPage(text, id: Self.id, scroll: .to(scroll))
      let frame = Frame(page, size: Size(width: width, height: 5))
      return frame.lines[0].split(separator: " ").first.map(String.init) ?? ""
    }
    let wide = Frame(
      TextPage(text, id: Self.id, scroll: .following(0)), size: Size(width: 60, height: 5))
    let count = wide.viewport(Self.id)?.count ?? 0
    #expect(count == 27)
    let scroll = TextScroll(line: 14, count: count)
    #expect(first(60, scroll) == "word111")
    #expect(first(30, scroll) == "word115")
  }

  @Test("Words are tagged, in scripts without blanks, too, and in both lines that one is in")
  func words() {
    func tags(_ text: String, _ words: [String], width: Int) -> [[Int?]] {
      var rest = text[...]
      let wordOffsets = words.map { word -> Int in
        let start = rest.range(of: word)?.lowerBound ?? rest.startIndex
        rest = text[start...].dropFirst(word.count)
        return text.utf8.distance(from: text.startIndex, to: start)
      }
      let page = TextPage(text, id: Self.id, wordOffsets: wordOffsets, scroll: .following(0))
      let frame = Frame(page, size: Size(width: width + 2, height: 2))
      return (0..<2).map { y in
        (0..<width).map { frame.tag(TextPage.WordTag.self, at: Point(x: $0, y: y))?.offset }
      }
    }
    // The blank after a word is the word's.
    #expect(tags("so be it", ["so", "be", "it"], width: 9)[0] == [0, 0, 0, 3, 3, 3, 6, 6, nil])
    // Each sign takes two columns and three bytes.
    #expect(
      tags("会議を始めます", ["会議", "を", "始めます"], width: 10) == [
        [0, 0, 0, 0, 6, 6, 9, 9, 9, 9], [15, 15, 15, 15, nil, nil, nil, nil, nil, nil],
      ])
    // Text before the first word has no speaker.
    #expect(tags("Anna: yes", ["yes"], width: 9)[0] == [nil, nil, nil, nil, nil, nil, 6, 6, 6])
    #expect(tags("no words", [], width: 8)[0].allSatisfy { $0 == nil })
  }

  @Test("Times are in the margin if it fits, and can be clicked")
  func notes() {
    let text = "first paragraph\nsecond paragraph"
    func frame(_ width: Int) -> Frame {
      let page = TextPage(
        text, id: Self.id, notes: [.init("0:00", at: 0), .init("12:30", at: 16)],
        wordOffsets: [0, 16], scroll: .following(0))
      return Frame(page, size: Size(width: width, height: 2))
    }
    #expect(frame(60).lines == [" 0:00  first paragraph", "12:30  second paragraph"])
    #expect(frame(60).tag(TextPage.WordTag.self, at: Point(x: 2, y: 1))?.offset == 16)
    #expect(frame(49).lines == ["first paragraph", "second paragraph"])
  }
}
