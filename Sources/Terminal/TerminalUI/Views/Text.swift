import Styleguide

/// One line, truncated to fit. Characters that could control the terminal are replaced.
public struct Text: LineView {
  private let text: String
  private let columns: Int

  public init(_ text: some StringProtocol) {
    self.text = text.printable
    self.columns = self.text.columns
  }

  public var widths: SizeRange { .upTo(columns) }

  public func draw(in canvas: inout Canvas) {
    canvas.put(shown(in: canvas.size.width, ellipsis: canvas.glyphs.ellipsis), x: 0, y: 0)
  }

  private func shown(in width: Int, ellipsis: Character) -> String {
    columns > width ? text.truncated(toColumns: width, ellipsis: ellipsis) : text
  }
}

public struct Empty: View {
  public init() {}

  public var widths: SizeRange { .fixed(0) }
  public func heights(width: Int) -> SizeRange { .fixed(0) }
  public func draw(in canvas: inout Canvas) {}
}

public struct Divider: LineView {
  public init() {}

  public var widths: SizeRange { .flexible() }

  public func draw(in canvas: inout Canvas) {
    canvas.fill(with: canvas.glyphs.border.horizontal, style: .role(.faint))
  }
}
