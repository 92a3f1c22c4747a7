import Styleguide
import Testing
import TerminalUI

struct RendererTests {
  /// Text anywhere, in any style.
  private struct Scatter: View {
    let items: [(text: String, x: Int, y: Int, style: Style)]
    var cursor: Point?

    var widths: SizeRange { .flexible() }
    func heights(width: Int) -> SizeRange { .flexible() }

    func draw(in canvas: inout Canvas) {
      for item in items { canvas.put(item.text, x: item.x, y: item.y, style: item.style) }
      if let cursor { canvas.setCursor(x: cursor.x, y: cursor.y) }
    }

    init(size: Size, random: inout Seeded, keeping before: Scatter? = nil) {
      // Part of the frame before stays, so that there is something to skip.
      var items = before.map { old in old.items.filter { _ in Bool.random(using: &random) } } ?? []
      for _ in 0..<Int.random(in: 0...6, using: &random) {
        let style = Style(
          foreground: [.standard, .palette(3), .palette(12), .rgb(1, 2, 3), .role(.hit)]
            .randomElement(using: &random) ?? .standard,
          background: [.standard, .standard, .palette(200), .role(.selection)]
            .randomElement(using: &random) ?? .standard,
          attributes: Style.Attributes(rawValue: .random(in: 0...63, using: &random)))
        items.append(
          (
            random.text(pieces: .random(in: 1...6, using: &random)),
            .random(in: -3...size.width, using: &random),
            .random(in: -1...size.height, using: &random),
            Bool.random(using: &random) ? .plain : style
          ))
      }
      self.items = items
      if size.width > 0, size.height > 0, Bool.random(using: &random) {
        cursor = Point(
          x: .random(in: 0..<size.width, using: &random),
          y: .random(in: 0..<size.height, using: &random))
      }
    }
  }

  private static let sizes = [
    Size(width: 20, height: 5), Size(width: 1, height: 1), Size(width: 2, height: 9),
    Size(width: 47, height: 3), .zero,
  ]

  @Test("A terminal that gets the differences shows each frame", arguments: 0..<60 as Range<UInt64>)
  func differences(seed: UInt64) {
    var random = Seeded(seed)
    var size = Self.sizes[Int(seed) % Self.sizes.count]
    var terminal = TerminalModel(size: size)
    var renderer = Renderer(depth: .full)
    var scatter: Scatter?
    for step in 0..<25 {
      if step % 9 == 8 {
        size = Self.sizes.randomElement(using: &random) ?? size
        terminal.resize(to: size)
        renderer.invalidate()
      }
      let next = Scatter(size: size, random: &random, keeping: scatter)
      scatter = next
      let frame = Frame(next, size: size)
      terminal.write(renderer.render(frame))
      #expect(terminal.text == frame.text, "seed \(seed), step \(step)")
      #expect(terminal.complaints.isEmpty, "\(terminal.complaints)")
      #expect(frame.cursor == nil || terminal.cursor == frame.cursor)
      #expect(size == .zero || terminal.isCursorVisible == (frame.cursor != nil))
      for y in 0..<size.height {
        for x in 0..<size.width {
          let shown = terminal.style(x: x, y: y)
          #expect(shown == resolved(frame.style(x: x, y: y)), "seed \(seed) (\(x), \(y))")
        }
      }
      #expect(renderer.render(frame).isEmpty, "the same frame again needs nothing")
    }
  }

  private func resolved(_ style: Style) -> Style {
    func color(_ color: Color) -> Color {
      if case .role(let role) = color.kind {
        Theme.dark.color(for: role, depth: .full)
      } else {
        color
      }
    }
    return Style(
      foreground: color(style.foreground), background: color(style.background),
      attributes: style.attributes)
  }

  @Test("Text after an emoji is in place even if the terminal draws it narrower")
  func narrowEmoji() {
    let size = Size(width: 12, height: 1)
    var terminal = TerminalModel(size: size)
    terminal.clusterColumns = 1
    var renderer = Renderer()
    terminal.write(renderer.render(Frame(Text("xxxxxxxxxxxx"), size: size)))
    terminal.write(renderer.render(Frame(Text("a👨‍👩‍👧b中c"), size: size)))
    #expect(terminal.text == "a👨‍👩‍👧 b中c")
  }

  @Test("One word that lights costs a few bytes")
  func oneWord() {
    let text = String(repeating: "memo of a long talk ", count: 200)
    func frame(lit: Range<Int>) -> Frame {
      let highlight = Paragraph.Highlight(
        lit, style: Style(foreground: .role(.spokenText), background: .role(.spoken)))
      return Frame(
        Paragraph(text, highlights: [highlight]), size: Size(width: 80, height: 40))
    }
    var renderer = Renderer()
    let whole = renderer.render(frame(lit: 100..<104)).count
    let difference = renderer.render(frame(lit: 105..<107))
    #expect(
      difference.count < 80, "\(String(decoding: difference, as: UTF8.self).debugDescription)")
    #expect(whole > 3000)
  }

  @Test("Without colors, backgrounds are reversed")
  func noColor() {
    var renderer = Renderer(depth: .none)
    let view = VStack {
      Text("plain").foreground(.wrong)
      Text("chosen").style(Style(background: .role(.selection)), fills: true)
      Text("loud").bold()
    }
    let bytes = renderer.render(Frame(view, size: Size(width: 6, height: 3)))
    let codes = String(decoding: bytes, as: UTF8.self).matches(of: /\u{1b}\[([0-9;]*)m/)
      .map { String($0.1) }
    #expect(codes == ["0", "7", "0;1", "0"])
  }

  @Test(
    "With 16 colors or none, faint text is dim, and a selected row is reversed without its colors",
    arguments: [ColorDepth.basic, .none], [Color.Role.accent, .faint, .warning])
  func basicSelection(depth: ColorDepth, role: Color.Role) {
    for theme in [Theme.dark, .light] {
      var renderer = Renderer(depth: depth, theme: theme)
      let view = VStack {
        Text("faint").foreground(.faint)
        Text("chosen").foreground(role).style(List.chosen, fills: true)
      }
      let bytes = renderer.render(Frame(view, size: Size(width: 6, height: 2)))
      let codes = String(decoding: bytes, as: UTF8.self).matches(of: /\u{1b}\[([0-9;]*)m/)
        .map { String($0.1) }
      #expect(codes == ["0", "2", "0;1;7", "0"], "\(codes)")
    }
  }

  @Test("A terminal that draws the parts of an emoji side by side keeps none of them")
  func splitEmoji() {
    let size = Size(width: 12, height: 1)
    for (before, after, shown) in [
      ("a  bcdefgh", "a👨‍👩‍👧bcdefgh", "a👨bcdefgh"),
      ("a", "a👨‍👩‍👧", "a👨"),
      ("a  b👨‍👩‍👧cd", "a👩‍🚀b👨‍👩‍👧cd", "a👩b👨cd"),
    ] {
      var terminal = TerminalModel(size: size)
      terminal.splitsClusters = true
      var renderer = Renderer()
      terminal.write(renderer.render(Frame(Text(before), size: size)))
      terminal.write(renderer.render(Frame(Text(after), size: size)))
      #expect(terminal.text == shown && terminal.complaints == [])
    }
  }

  @Test("A terminal that does not read UTF-8 gets none")
  func ascii() {
    var renderer = Renderer(isUTF8: false)
    let frame = Frame(Text("é中👍🏽x"), size: Size(width: 8, height: 1), glyphs: .ascii)
    let bytes = renderer.render(frame)
    #expect(bytes.allSatisfy { $0 < 0x80 })
    #expect(String(decoding: bytes, as: UTF8.self).contains("?????x"))
  }

  @Test("A new theme redraws the frame in its colors")
  func theme() {
    var renderer = Renderer(depth: .full)
    let frame = Frame(Text("x").foreground(.wrong), size: Size(width: 1, height: 1))
    let dark = renderer.render(frame)
    renderer.setColors(depth: .full, theme: .light)
    let light = renderer.render(frame)
    #expect(!light.isEmpty)
    #expect(light != dark)
  }

  @Test("Fewer colors redraw the frame with the remaining ones")
  func depth() {
    var renderer = Renderer(depth: .full)
    let frame = Frame(Text("x").foreground(.wrong), size: Size(width: 1, height: 1))
    _ = renderer.render(frame)
    renderer.setColors(depth: .none, theme: .dark)
    let plain = String(decoding: renderer.render(frame), as: UTF8.self)
    #expect(plain.contains("x"))
    #expect(!plain.contains("38;"))
    renderer.setColors(depth: .none, theme: .dark)
    #expect(renderer.render(frame).isEmpty)
  }
}
