public import Styleguide

/// One line of the program's own text, with missing symbols replaced. See ``Text`` for the user's.
public struct Label: LineView {
  private let text: String

  public init(_ text: String) {
    self.text = text.printable
  }

  public var widths: SizeRange { .upTo(text.columns) }

  public func draw(in canvas: inout Canvas) {
    let glyphs = canvas.glyphs
    canvas.put(
      glyphs.replacingUnsupported(text).truncated(
        toColumns: canvas.size.width, ellipsis: glyphs.ellipsis), x: 0, y: 0)
  }
}

public struct Sign: LineView {
  private let glyph: (Glyphs) -> Character

  public init(_ glyph: @escaping (Glyphs) -> Character) {
    self.glyph = glyph
  }

  public var widths: SizeRange { .fixed(1) }

  public func draw(in canvas: inout Canvas) {
    canvas.put(glyph(canvas.glyphs), x: 0, y: 0)
  }
}

public struct Facts: LineView {
  private let facts: [String]

  public init(_ facts: [String]) {
    self.facts = facts.map(\.printable)
  }

  private func text(_ dot: Character) -> String { facts.joined(separator: " \(dot) ") }

  public var widths: SizeRange { .upTo(text(".").columns) }

  public func draw(in canvas: inout Canvas) {
    let glyphs = canvas.glyphs
    canvas.put(
      text(glyphs.unchecked).truncated(toColumns: canvas.size.width, ellipsis: glyphs.ellipsis),
      x: 0, y: 0)
  }
}
