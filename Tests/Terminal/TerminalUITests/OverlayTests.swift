import Testing
import TerminalUI

struct OverlayTests {
  @Test("A question is in front, and the view behind it gets no input")
  func dialog() {
    let behind = VStack {
      TextField(TextFieldState("behind"))
      Text("row").tag("row")
      Spacer()
    }
    .frame(maxWidth: SizeRange.unlimited, maxHeight: SizeRange.unlimited)
    let view = behind.overlay(
      Dialog(
        "Delete?", message: "One memo", buttons: [("Keep", .cancel), ("Delete", .destructive)],
        selection: 1))
    let frame = Frame(view, size: Size(width: 30, height: 7))
    #expect(
      frame.text { $0.attributes.contains(.reverse) ? ("{", "}") : nil }
        == """
        behind
        row╭ Delete? ─────────────╮
           │ One memo             │
           │                      │
           │  [ Keep ] {[ Delete ]} │
           ╰──────────────────────╯

        """)
    #expect(frame.cursor == nil)
    #expect(frame.tag(String.self, at: Point(x: 1, y: 1)) == nil)
    #expect(frame.style(x: 0, y: 0).attributes.contains(.dim))
    #expect(frame.tag(Dialog.Button.self, at: Point(x: 15, y: 4)) == Dialog.Button(1))
  }

  @Test("A small terminal shows all buttons, stacked if necessary")
  func small() {
    let dialog = Dialog(
      "Discard the recording?",
      message: "It is four minutes long and was not saved anywhere else.",
      buttons: [("Save", .standard), ("Discard", .destructive), ("Cancel", .cancel)])
    func text(_ width: Int, _ height: Int) -> String {
      Frame(Empty().overlay(dialog), size: Size(width: width, height: height)).text
    }
    #expect(text(20, 5).contains("[ Save ]"))
    #expect(text(20, 5).contains("[ Cancel ]"))
    #expect(
      text(34, 8) == """
        ╭ Discard the recording? ────────╮
        │ It is four minutes long and    │
        │ was not saved anywhere else.   │
        │                                │
        │ [ Save ]                       │
        │ [ Discard ]                    │
        │ [ Cancel ]                     │
        ╰────────────────────────────────╯
        """)
    #expect(text(37, 6).contains("[ Save ] [ Discard ] [ Cancel ]"))
  }

  @Test("A message that has no room is scrolled, and no more than a dozen lines are shown")
  func long() {
    let lines = (1...30).map { "line \($0)" }.joined(separator: "\n")
    func frame(_ height: Int, scroll: Int) -> Frame {
      let dialog = Dialog("Why", message: lines, buttons: [("OK", .cancel)], scroll: scroll)
      return Frame(Empty().overlay(dialog), size: Size(width: 30, height: height))
    }
    #expect(Dialog.isLong(lines) && !Dialog.isLong("line 1"))
    #expect(
      frame(8, scroll: 26).text == """
                 ╭ Why ─────╮
                 │ line 27│ │
                 │ line 28│ │
                 │ line 29│ │
                 │ line 30┃ │
                 │          │
                 │   [ OK ] │
                 ╰──────────╯
        """)
    let whole = frame(40, scroll: 99)
    #expect(whole.text.contains("line 19") && !whole.text.contains("line 18 "))
    #expect(
      whole.viewport(Dialog.messageID) == Frame.Viewport(offset: 18, rows: 12, count: 30))
  }

  @Test("Without a front view, nothing changes")
  func nothing() {
    let size = Size(width: 5, height: 1)
    #expect(Frame(Text("x").overlay(nil), size: size) == Frame(Text("x"), size: size))
  }

  @Test("As many bars are shown as fit")
  func bars() {
    func text(_ view: some View, _ width: Int) -> String {
      Frame(view, size: Size(width: width, height: 1)).text
    }
    let tabs = Tabs(["Memos", "Search", "Settings"], selection: 2)
    #expect(text(tabs, 40) == " Memos   Search   Settings")
    #expect(text(tabs, 22) == " Memos Search Settings", "closer together")
    #expect(text(tabs, 21) == " Search Settings", "no part of a title")
    #expect(text(tabs, 10) == " Settings")
    let first = Tabs(["Memos", "Search", "Settings"], selection: 0)
    #expect(text(first, 16) == " Memos Search")
    let bar = NavigationBar(["Memos", "Budget", "Edit"])
    let crowded = HStack(spacing: 1) {
      bar.priority(1)
      Text("a long title")
    }
    #expect(text(crowded, 28) == "Memos › Budget › Edit a lon…")
    #expect(text(bar, 40) == "Memos › Budget › Edit")
    #expect(text(bar, 18) == "… › Budget › Edit")
    #expect(text(bar, 3) == "Ed…")
    let footer = HelpFooter([.init("enter", "open"), .init("q", "quit")])
    #expect(text(footer, 40) == "enter open  q quit")
    #expect(text(footer, 17) == "enter open")
    let kept = HelpFooter([
      .init("enter", "open"), .init("d", "delete"), .init("?", "help", isAlwaysShown: true),
      .init("q", "quit", isAlwaysShown: true),
    ])
    #expect(text(kept, 40) == "enter open  d delete  ? help  q quit")
    #expect(text(kept, 35) == "enter open  ? help  q quit")
    #expect(text(kept, 25) == "? help  q quit")
    #expect(text(kept, 10) == "? help", "the last ones to go")
    #expect(text(Progress(0.53125), 4) == "██▏░")
  }
}
