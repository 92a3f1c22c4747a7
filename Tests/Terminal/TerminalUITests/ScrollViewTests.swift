import Styleguide
import TerminalUI
import Testing

struct ScrollViewTests {
  private func content(_ count: Int) -> any View {
    VStack {
      for number in 1...count { Text("line \(number)") }
    }
  }

  private func frame(_ count: Int, offset: Int, height: Int = 4) -> Frame {
    Frame(
      ScrollView(offset: offset, content: content(count)), size: Size(width: 9, height: height),
      glyphs: .ascii)
  }

  @Test("Content that fits has no scroll bar")
  func short() {
    #expect(frame(3, offset: 0).lines == ["line 1", "line 2", "line 3", ""])
    #expect(frame(3, offset: 2).lines == ["line 1", "line 2", "line 3", ""])
  }

  @Test("Tall content shows the requested rows, up to the last one")
  func long() {
    #expect(frame(8, offset: 0).lines.map { $0.prefix(6) } == (1...4).map { "line \($0)" })
    #expect(frame(8, offset: 3).lines.map { $0.prefix(6) } == (4...7).map { "line \($0)" })
    #expect(frame(8, offset: 99).lines.map { $0.prefix(6) } == (5...8).map { "line \($0)" })
    #expect(frame(8, offset: 99).viewport("scroll") == Frame.Viewport(offset: 4, rows: 4, count: 8))
  }

  @Test("A scroll bar shows the visible part")
  func bar() {
    let glyphs = Glyphs.ascii
    func bar(_ offset: Int) -> [Bool] {
      let frame = frame(8, offset: offset)
      return (0..<4).map { frame[8, $0] == glyphs.scrollThumb }
    }
    #expect(bar(0) == [true, true, false, false])
    #expect(bar(4) == [false, false, true, true])
  }

  @Test(
    "Keys and the wheel scroll as in a pager",
    arguments: [
      (.key(.down), 6), (.key("j"), 6), (.key(.up), 4), (.key("k"), 4), (.key(.pageDown), 8),
      (.key(.pageUp), 2), (.key(.ctrl("d")), 7), (.key(.ctrl("u")), 3), (.key(.home), 0),
      (.key("g"), 0), (.key("x"), nil), (.paste("j"), nil),
      (.mouse(Mouse(x: 0, y: 0, button: .none, kind: .scrollDown)), 8),
      (.mouse(Mouse(x: 0, y: 0, button: .none, kind: .scrollUp)), 2),
    ] as [(Event, Int?)])
  func keys(event: Event, offset: Int?) {
    #expect(ScrollView.offset(after: event, in: frame(20, offset: 5)) == offset)
  }

  @Test("Scrolling up from the end moves by one row, and stops at the start")
  func ends() throws {
    let end = try #require(ScrollView.offset(after: .key(.end), in: frame(20, offset: 0)))
    #expect(frame(20, offset: end).lines.last?.hasPrefix("line 20") == true)
    #expect(ScrollView.offset(after: .key(.up), in: frame(20, offset: end)) == 15)
    #expect(ScrollView.offset(after: .key(.up), in: frame(20, offset: 0)) == 0)
    #expect(
      ScrollView.offset(after: .key(.down), in: Frame(size: Size(width: 3, height: 3))) == nil)
  }

  @Test("Tags are found where they are drawn")
  func tags() {
    let view = VStack {
      Text("a")
      Text("b")
      Text("c").tag(7)
    }
    func tag(offset: Int) -> Int? {
      Frame(ScrollView(offset: offset, content: view), size: Size(width: 5, height: 1))
        .tag(Int.self, at: Point(x: 0, y: 0))
    }
    #expect(tag(offset: 1) == nil)
    #expect(tag(offset: 2) == 7)
  }
}
