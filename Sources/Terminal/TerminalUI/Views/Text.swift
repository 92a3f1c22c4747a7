import Styleguide

/// One line, truncated to fit. Characters that could control the terminal are replaced.
public struct Text: View {
  public enum Truncation: Sendable {
    case head, middle, tail
  }

  private let text: String
  private let columns: Int
  private let truncation: Truncation

  public init(_ text: some StringProtocol, truncation: Truncation = .tail) {
    self.text = text.printable
    self.columns = self.text.columns
    self.truncation = truncation
  }

  public var widths: SizeRange {
    SizeRange(minimum: min(1, columns), ideal: columns, maximum: columns)
  }
  public func heights(width: Int) -> SizeRange { .fixed(1) }

  public func draw(in canvas: inout Canvas) {
    canvas.put(shown(in: canvas.size.width, ellipsis: canvas.glyphs.ellipsis), x: 0, y: 0)
  }

  private func shown(in width: Int, ellipsis: Character) -> String {
    guard columns > width
    else { return text }
    switch truncation {
    case .tail:
      return text.truncated(toColumns: width, ellipsis: ellipsis)
    case .head:
      return String(ellipsis) + end(columns: width - ellipsis.columns)
    case .middle:
      let head = text.truncated(toColumns: (width + 1) / 2, ellipsis: ellipsis)
      return head + end(columns: width - head.columns)
    }
  }

  private func end(columns limit: Int) -> Substring {
    var used = 0
    var start = text.endIndex
    while start > text.startIndex {
      let previous = text.index(before: start)
      used += text[previous].columns
      guard used <= limit
      else { break }
      start = previous
    }
    return text[start...]
  }
}

public struct Empty: View {
  public init() {}

  public var widths: SizeRange { .fixed(0) }
  public func heights(width: Int) -> SizeRange { .fixed(0) }
  public func draw(in canvas: inout Canvas) {}
}

public struct Divider: View {
  public init() {}

  public var widths: SizeRange { .flexible() }
  public func heights(width: Int) -> SizeRange { .fixed(1) }

  public func draw(in canvas: inout Canvas) {
    canvas.fill(with: canvas.glyphs.border.horizontal, style: .role(.faint))
  }
}
