public import Styleguide

/// One line of the program's own text. Signs such as `★` or `↑` are replaced on terminals that
/// lack them. For text that people have written, use ``Text``.
public struct Label: View {
  private let text: String

  public init(_ text: String) {
    self.text = text.printable
  }

  public var widths: SizeRange {
    let columns = text.columns
    return SizeRange(minimum: min(1, columns), ideal: columns, maximum: columns)
  }

  public func heights(width: Int) -> SizeRange { .fixed(1) }

  public func draw(in canvas: inout Canvas) {
    let glyphs = canvas.glyphs
    canvas.put(
      glyphs.drawable(text).truncated(
        toColumns: canvas.size.width, ellipsis: glyphs.ellipsis), x: 0, y: 0)
  }
}

/// One of the style guide's signs.
public struct Sign: View {
  private let glyph: (Glyphs) -> Character

  /// - Parameter glyph: Which one, as `\.play`.
  public init(_ glyph: @escaping (Glyphs) -> Character) {
    self.glyph = glyph
  }

  public var widths: SizeRange { .fixed(1) }
  public func heights(width: Int) -> SizeRange { .fixed(1) }

  public func draw(in canvas: inout Canvas) {
    canvas.put(glyph(canvas.glyphs), x: 0, y: 0)
  }
}

/// Short texts in one line, separated by dots, such as what is known of a memo below its title.
public struct Facts: View {
  private let facts: [String]

  public init(_ facts: [String]) {
    self.facts = facts.map(\.printable)
  }

  private func text(_ dot: Character) -> String { facts.joined(separator: " \(dot) ") }

  public var widths: SizeRange {
    let columns = text(".").columns
    return SizeRange(minimum: min(1, columns), ideal: columns, maximum: columns)
  }

  public func heights(width: Int) -> SizeRange { .fixed(1) }

  public func draw(in canvas: inout Canvas) {
    let glyphs = canvas.glyphs
    canvas.put(
      text(glyphs.unchecked).truncated(toColumns: canvas.size.width, ellipsis: glyphs.ellipsis),
      x: 0, y: 0)
  }
}
