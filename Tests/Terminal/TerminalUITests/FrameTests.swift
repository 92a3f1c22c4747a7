import Styleguide
import Testing
import TerminalUI

struct FrameTests {
  private func text(
    _ view: some View, _ width: Int, _ height: Int = 1, glyphs: Glyphs = .unicode
  ) -> String {
    Frame(view, size: Size(width: width, height: height), glyphs: glyphs).text
  }

  @Test("A row shares its columns: short content stays complete")
  func row() {
    let view = HStack {
      Text("Budget of the year")
      Spacer(minimum: 1)
      Text("12:34")
    }
    #expect(text(view, 16) == "Budget of… 12:34")
    #expect(text(view, 26) == "Budget of the year   12:34")
    #expect(text(view, 7) == "Bu… 12…")
  }

  @Test("A column gives the rest to flexible content")
  func column() {
    let view = VStack {
      Text("top")
      Spacer()
      Text("bottom")
    }
    #expect(text(view, 8, 4) == "top\n\n\nbottom")
    #expect(text(view, 8, 1) == "top", "too little room is no reason to fail")
  }

  @Test("Higher priorities are served first")
  func priority() {
    let view = HStack {
      Text("aaaaaa")
      Text("bbbbbb").priority(1)
    }
    #expect(text(view, 9) == "aa…bbbbbb")
  }

  @Test("Wide and combined characters take the columns that they take")
  func wide() {
    let view = HStack {
      Text("日本語👨‍👩‍👧e\u{301}")
      Text("|")
    }
    #expect(text(view, 12) == "日本語👨‍👩‍👧e\u{301}|")
    #expect(text(view, 8) == "日本語…|")
    #expect(text(view, 6) == "日本…|")
    let frame = Frame(Text("日x"), size: Size(width: 3, height: 1))
    #expect(frame[0, 0] == "日")
    #expect(frame[1, 0] == " ")
    #expect(frame[2, 0] == "x")
  }

  @Test("A wide character that is cut by an edge or covered by half becomes blank")
  func halves() {
    struct Cut: View {
      var widths: SizeRange { .flexible() }
      func heights(width: Int) -> SizeRange { .flexible() }
      func draw(in canvas: inout Canvas) {
        canvas.put("中中中", x: -1, y: 0)
        canvas.put("中中", x: 0, y: 1)
        canvas.put("x", x: 1, y: 1)
        canvas.put("y", x: 2, y: 1)
      }
    }
    #expect(text(Cut(), 4, 2) == " 中\n xy")
  }

  @Test("Nothing in a text can steer the terminal")
  func control() {
    #expect(text(Text("a\u{1b}[2Jb\nc\u{202e}d"), 20) == "a\u{fffd}[2Jb\\nc\u{fffd}d")
  }

  @Test("Text is truncated at the requested position")
  func truncation() {
    #expect(text(Text("0123456789"), 6) == "01234…")
    #expect(text(Text("0123456789"), 6, glyphs: .ascii) == "01234~")
    #expect(text(Text("日本語"), 1) == "…")
  }

  @Test("A border has a title, and disappears if there is no room")
  func border() {
    let view = Text("in").border("Title")
    #expect(text(view, 12, 3) == "╭ Title ───╮\n│in        │\n╰──────────╯")
    #expect(text(view, 12, 3, glyphs: .ascii) == "+ Title ---+\n|in        |\n+----------+")
    #expect(text(view, 12, 1) == "in")
    #expect(text(Text("x").padding(2), 5) == "  x")
  }

  @Test("Frames can set their size and alignment")
  func frames() {
    #expect(text(HStack { Text("a").frame(width: 4, alignment: .topTrailing) }, 9) == "   a")
    let centered = Text("mid").frame(
      maxWidth: SizeRange.unlimited, maxHeight: SizeRange.unlimited, alignment: .center)
    #expect(text(centered, 9, 3) == "\n   mid\n")
    #expect(
      text(
        VStack(alignment: .trailing) {
          Text("abc"); Text("d")
        }, 5, 2) == "  abc\n    d")
  }

  @Test("Styles apply to nested views, which can override them")
  func styles() {
    let view = HStack {
      Text("a").foreground(.wrong)
      Text("b")
    }
    .bold()
    .foreground(.good)
    let frame = Frame(view, size: Size(width: 3, height: 1))
    #expect(frame.style(x: 0, y: 0) == Style(foreground: .role(.wrong), attributes: .bold))
    #expect(frame.style(x: 1, y: 0) == Style(foreground: .role(.good), attributes: .bold))
    #expect(frame.style(x: 2, y: 0) == .plain)
    #expect(
      frame.text { $0.foreground == .role(.wrong) ? ("<", ">") : nil } == "<a>b")
  }

  @Test("The view under the mouse is found by its tag")
  func tags() {
    let view = VStack {
      Text("first").tag("one")
      HStack {
        Text("a").tag(2); Text("b")
      }.tag("row")
    }
    let frame = Frame(view, size: Size(width: 6, height: 3))
    #expect(frame.tag(String.self, at: Point(x: 1, y: 0)) == "one")
    #expect(frame.tag(Int.self, at: Point(x: 0, y: 1)) == 2)
    #expect(frame.tag(String.self, at: Point(x: 0, y: 1)) == "row")
    #expect(frame.tag(String.self, at: Point(x: 5, y: 2)) == nil)
  }

  @Test(
    "Every view can be drawn in any room",
    arguments: [(0, 0), (1, 1), (0, 9), (9, 0), (2, 2), (20, 5), (3, 40), (200, 60)])
  func anyRoom(width: Int, height: Int) {
    for glyphs in [Glyphs.unicode, .ascii] {
      let frame = Frame(gallery, size: Size(width: width, height: height), glyphs: glyphs)
      #expect(frame.lines.count == height)
      #expect(frame.lines.allSatisfy { $0.columns <= width })
      for view in galleryViews {
        let single = Frame(
          view.frame(maxWidth: SizeRange.unlimited), size: Size(width: width, height: height),
          glyphs: glyphs)
        #expect(single.lines.count == height)
      }
    }
  }

  @Test("Without Unicode, views draw with ASCII alone, in the same places")
  func ascii() {
    let size = Size(width: 60, height: 24)
    let plain = Frame(gallery, size: size, glyphs: .ascii)
    #expect(plain.text.utf8.allSatisfy { $0 < 0x80 })
    let unicode = Frame(gallery, size: size)
    for y in 0..<size.height {
      for x in 0..<size.width where unicode[x, y].isLetter && unicode[x, y] != "o" {
        #expect(plain[x, y] == unicode[x, y], "\(x), \(y)")
      }
    }
  }
}

private extension View {
  func frame(maxWidth: Int) -> any View { frame(maxWidth: maxWidth, alignment: .topLeading) }
}

private var galleryViews: [any View] {
  [
    Tabs(["Memos", "Search", "Settings"], selection: 2),
    NavigationBar(["Memos", "A talk about budgets", "Edit"]),
    Divider(),
    List(count: 50, state: ListState(selection: 20)) { Text("Row \($0)") },
    Paragraph("The quick brown fox jumps over the lazy dog.\n\nAnd again.", scroll: .following(40)),
    TextField(TextFieldState("some text"), placeholder: "Search"),
    TextField(TextFieldState(), placeholder: "Search"),
    Progress(0.4),
    WaveformView(Waveform(levels: [0, 0.5, 1, .nan, 7, -1]), played: 0.5, height: 3),
    HelpFooter([.init("q", "quit"), .init("enter", "open")]),
    Dialog(
      "Delete?", message: "It cannot be undone.",
      buttons: [("Delete", .destructive), ("Cancel", .cancel)], selection: 1),
    Dialog("Failed", message: "No microphone.", buttons: [("OK", .cancel)]),
    Sheet("Name") { TextField(TextFieldState("Budget")) },
    Text("behind").overlay(Sheet("Front") { Text("in front") }),
    HStack {}, VStack(spacing: 3) {},
  ]
}

private var gallery: some View {
  VStack {
    galleryViews
  }
}
