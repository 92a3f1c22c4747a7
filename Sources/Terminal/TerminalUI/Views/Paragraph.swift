import Styleguide

public struct Paragraph: View {
  public struct Highlight: Hashable, Sendable {
    /// UTF-8 offsets.
    public var range: Range<Int>
    public var style: Style

    public init(_ range: Range<Int>, style: Style) {
      self.range = range
      self.style = style
    }
  }

  public enum Scroll: Hashable, Sendable {
    /// Keeps the line with this UTF-8 offset a third of the way down.
    case following(Int)
    case line(Int)
  }

  private let text: String
  private let highlights: [Highlight]
  private let scroll: Scroll
  private let alignment: Alignment.Horizontal

  /// - Parameter highlights: Sorted by range. Where two overlap, the first one counts.
  public init(
    _ text: String, highlights: [Highlight] = [], scroll: Scroll = .line(0),
    alignment: Alignment.Horizontal = .leading
  ) {
    self.text = text
    self.highlights = highlights
    self.scroll = scroll
    self.alignment = alignment
  }

  public var widths: SizeRange {
    // A long text takes the full width anyway, so it is not measured.
    .upTo(text.utf8.count > 1000 ? text.utf8.count : longestLine)
  }

  private var longestLine: Int {
    text.split(whereSeparator: \.isNewline).reduce(0) { max($0, $1.columns) }
  }

  public func heights(width: Int) -> SizeRange {
    .upTo(Wrapping.cached(text, width: width).lines.count)
  }

  public func draw(in canvas: inout Canvas) {
    let (width, height) = (canvas.size.width, canvas.size.height)
    let wrapping = Wrapping.cached(text, width: width)
    let first = firstLine(of: wrapping, height: height)
    let last = min(wrapping.lines.count, first + height)
    guard first < last
    else { return }
    var next = firstHighlight(endingAfter: wrapping.lines[first].lowerBound)
    for index in first..<last {
      let line = wrapping.lines[index]
      var x = indent(of: line, width: width)
      var offset = line.lowerBound
      while offset < line.upperBound {
        while next < highlights.count, highlights[next].range.upperBound <= offset { next += 1 }
        let highlight = next < highlights.count ? highlights[next] : nil
        let isLit = highlight.map { $0.range.lowerBound <= offset } ?? false
        let end = min(
          line.upperBound,
          (isLit ? highlight?.range.upperBound : highlight?.range.lowerBound) ?? line.upperBound)
        x += canvas.put(
          slice(offset..<end), x: x, y: index - first,
          style: isLit ? highlight?.style ?? .plain : .plain)
        offset = end
      }
    }
  }

  private func firstLine(of wrapping: Wrapping, height: Int) -> Int {
    switch scroll {
    case .following(let offset): wrapping.firstLine(following: offset, of: height)
    case .line(let line): max(0, min(line, wrapping.lines.count - height))
    }
  }

  private func firstHighlight(endingAfter offset: Int) -> Int {
    highlights.partitioningIndex { $0.range.upperBound > offset }
  }

  private func indent(of line: Range<Int>, width: Int) -> Int {
    guard alignment != .leading
    else { return 0 }
    let columns = slice(line).reversed().drop { $0 == " " }.reduce(0) { $0 + $1.columns }
    let free = max(0, width - columns)
    return alignment == .center ? free / 2 : free
  }

  private func slice(_ range: Range<Int>) -> Substring {
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    let end = utf8.index(start, offsetBy: range.count)
    return text[start..<end]
  }
}
