import Testing
import TerminalUI

struct ListTests {
  private final class Counter {
    var made: [Int] = []
  }

  @Test("Only the visible rows of a hundred thousand are created")
  func lazy() {
    let counter = Counter()
    let state = ListState(selection: 50_000, offset: 49_998)
    let list = List(count: 100_000, state: state) { index in
      counter.made.append(index)
      return Text("Memo \(index)")
    }
    let frame = Frame(list, size: Size(width: 14, height: 4))
    #expect(counter.made == [49_998, 49_999, 50_000, 50_001])
    #expect(
      frame.text { $0.background == .role(.selection) ? ("[", "]") : nil }
        == """
        Memo 49998   │
        Memo 49999   │
        [Memo 50000   ]┃
        Memo 50001   │
        """)
    #expect(frame.viewport("list") == Frame.Viewport(offset: 49_998, rows: 4))
    #expect(frame.tag(List.Row.self, at: Point(x: 3, y: 1)) == List.Row(49_999))
  }

  @Test("The selected row stays visible, and rows scroll only if necessary")
  func scrolling() {
    var state = ListState()
    let viewport = Frame.Viewport(offset: 0, rows: 5)
    func move(_ move: ScrollMove) -> [Int?] {
      state.move(move, count: 20, viewport: viewport)
      return [state.selection, state.visibleRows(count: 20, rows: 5).lowerBound]
    }
    #expect(move(.by(1)) == [0, 0])
    #expect(move(.by(1)) == [1, 0])
    #expect(move(.page(1)) == [5, 1])
    #expect(move(.by(-2)) == [3, 1])
    #expect(move(.by(-3)) == [0, 0])
    #expect(move(.last) == [19, 15])
    #expect(move(.by(1)) == [19, 15])
    #expect(move(.page(-1)) == [15, 15])
    #expect(move(.page(-1)) == [11, 11])
    #expect(move(.to(400)) == [19, 15])
    #expect(move(.first) == [0, 0])
  }

  @Test("The wheel scrolls the rows and keeps the selection")
  func wheel() {
    var state = ListState(selection: 0)
    let viewport = Frame.Viewport(offset: 0, rows: 5)
    state.scroll(by: 3, count: 20, viewport: viewport)
    #expect(state.visibleRows(count: 20, rows: 5) == 3..<8)
    #expect(state.selection == 0)
    state.scroll(by: 300, count: 20, viewport: viewport)
    #expect(state.visibleRows(count: 20, rows: 5) == 15..<20)
    state.scroll(by: -300, count: 20, viewport: viewport)
    #expect(state.visibleRows(count: 20, rows: 5) == 0..<5)
    state.scroll(by: 9, count: 20, viewport: viewport)
    state.handle(.down, count: 20, viewport: viewport)
    #expect(state.selection == 1)
    #expect(state.visibleRows(count: 20, rows: 5) == 1..<6)
  }

  @Test("Keys, the wheel and clicks move a list; a second click opens the row")
  func responses() {
    let state = ListState(selection: 0)
    let frame = Frame(
      List(count: 9, state: state, id: "list") { Text("row \($0)") },
      size: Size(width: 10, height: 4))
    func response(_ event: Event) -> ListState.Response? {
      state.response(to: event, count: 9, in: frame, id: "list")
    }
    func click(_ y: Int, _ button: Mouse.Button = .left) -> Event {
      .mouse(Mouse(x: 1, y: y, button: button, kind: .press))
    }
    #expect(response(.key(.down)) == .moved(ListState(selection: 1)))
    #expect(response(.key("x")) == nil)
    #expect(response(.paste("j")) == nil)
    #expect(response(click(2)) == .moved(ListState(selection: 2)))
    #expect(response(click(2, .right)) == nil)
    #expect(response(click(0)) == .pressed)
    let wheel = Event.mouse(Mouse(x: 1, y: 1, button: .none, kind: .scrollDown))
    #expect(
      response(wheel) == .moved(ListState(selection: 0, offset: 3, followsSelection: false)))
  }

  @Test("A list that became shorter or empty shows its rows")
  func shorter() {
    var state = ListState(selection: 90, offset: 85)
    #expect(state.visibleRows(count: 3, rows: 5) == 0..<3)
    #expect(state.visibleRows(count: 0, rows: 5) == 0..<0)
    #expect(state.visibleRows(count: 10, rows: 0) == 0..<0)
    let frame = Frame(
      List(count: 3, state: state) { Text("\($0)") }, size: Size(width: 3, height: 5))
    #expect(frame.text == "0\n1\n2\n\n")
    state.move(.by(1), count: 0)
    #expect(state == ListState())
  }

  @Test("Without a selected row, or with one past the end, there is no selection")
  func selected() {
    let rows = ["a", "b"]
    #expect(ListState(selection: 1).selected(in: rows) == "b")
    #expect(ListState(selection: 2).selected(in: rows) == nil)
    #expect(ListState(selection: -1).selected(in: rows) == nil)
    #expect(ListState().selected(in: rows) == nil)
  }

  @Test("Without a selection, even a single row can be moved to")
  func canMove() {
    #expect(ListState().canMove(among: 1))
    #expect(!ListState().canMove(among: 0))
    #expect(ListState(selection: 0).canMove(among: 2))
    #expect(!ListState(selection: 0).canMove(among: 1))
  }

  @Test("The selected row is always visible", arguments: 0..<20 as Range<UInt64>)
  func staysVisible(seed: UInt64) {
    var random = Seeded(seed)
    var state = ListState()
    for _ in 0..<100 {
      let count = Int.random(in: 1...40, using: &random)
      let viewport = Frame.Viewport(offset: 0, rows: .random(in: 1...12, using: &random))
      let key = [Key.up, .down, .pageUp, .pageDown, .home, .end, "j", "G"].randomElement(
        using: &random)
      let isKnown = state.handle(key ?? .up, count: count, viewport: viewport)
      #expect(isKnown)
      let seen = state.visibleRows(count: count, rows: viewport.rows)
      #expect(seen.contains(state.selection ?? -1))
      #expect(seen.count == min(count, viewport.rows))
      #expect(seen.lowerBound == state.offset)
    }
  }
}
