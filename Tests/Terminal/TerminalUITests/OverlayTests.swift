import Testing
import TerminalUI

struct OverlayTests {
  @Test("A question stands in front, and what is behind does not count")
  func dialog() {
    let behind = VStack {
      TextField(TextFieldState("behind"))
      Text("row").tag("row")
      Spacer()
    }
    .frame(maxWidth: SizeRange.unlimited, maxHeight: SizeRange.unlimited)
    let view = behind.overlay(
      Dialog.alert(
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

  @Test("On a small terminal the buttons are still there")
  func small() {
    let dialog = Dialog.confirmation(
      "Discard the recording?",
      message: "It is four minutes long and was not saved anywhere else.",
      buttons: [("Save", .standard), ("Discard", .destructive), ("Cancel", .cancel)])
    let frame = Frame(Empty().overlay(dialog), size: Size(width: 20, height: 5))
    #expect(frame.text.contains("[ Save ]"))
    #expect(frame.text.contains("[ Cancel ]"))
  }

  @Test("Where there is nothing in front, all is as without")
  func nothing() {
    let size = Size(width: 5, height: 1)
    #expect(Frame(Text("x").overlay(nil), size: size) == Frame(Text("x"), size: size))
  }

  @Test("Bars show what there is room for")
  func bars() {
    func text(_ view: some View, _ width: Int) -> String {
      Frame(view, size: Size(width: width, height: 1)).text
    }
    let tabs = Tabs(["Memos", "Search", "Settings"], selection: 2)
    #expect(text(tabs, 40) == " Memos   Search   Settings")
    #expect(text(tabs, 10) == " Settings")
    let bar = NavigationBar(["Memos", "Budget", "Edit"])
    #expect(text(bar, 40) == "Memos › Budget › Edit")
    #expect(text(bar, 18) == "… › Budget › Edit")
    #expect(text(bar, 3) == "Ed…")
    let footer = HelpFooter([.init("enter", "open"), .init("q", "quit")])
    #expect(text(footer, 40) == "enter open  q quit")
    #expect(text(footer, 17) == "enter open")
    #expect(text(Progress(0.53125), 4) == "██▏░")
  }
}
