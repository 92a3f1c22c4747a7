import Styleguide

/// Text with margin notes and a scroll bar, tagged with ``WordTag`` and, in the bar, ``BarRow``.
public struct TextPage: View {
  public struct Note: Hashable, Sendable {
    public let offset: Int
    public let text: String

    public init(_ text: String, at offset: Int) {
      self.offset = offset
      self.text = text
    }
  }

  public enum Scroll: Hashable, Sendable {
    case following(Int)
    case to(TextScroll)
  }

  public struct WordTag: Hashable, Sendable {
    public let offset: Int
  }

  public struct BarRow: Hashable, Sendable {
    public let fraction: Double
  }

  private let text: String
  private let id: String
  private let highlights: [Paragraph.Highlight]
  private let notes: [Note]
  private let wordOffsets: [Int]
  private let scroll: Scroll

  private static let leastWidthWithNotes = 50
  private static let lineWidth = 90

  public init(
    _ text: String, id: String, highlights: [Paragraph.Highlight] = [], notes: [Note] = [],
    wordOffsets: [Int] = [], scroll: Scroll
  ) {
    self.text = text
    self.id = id
    self.highlights = highlights
    self.notes = notes
    self.wordOffsets = wordOffsets
    self.scroll = scroll
  }

  public var widths: SizeRange { .flexible(minimum: 1) }
  public func heights(width: Int) -> SizeRange { .flexible(minimum: 1) }

  public func draw(in canvas: inout Canvas) {
    let (width, height) = (canvas.size.width, canvas.size.height)
    let hasNotes = width >= Self.leastWidthWithNotes && !notes.isEmpty
    let margin = hasNotes ? (notes.map(\.text.columns).max() ?? 0) + 2 : 0
    // The bar's column stays reserved, so that lines do not reflow.
    let textWidth = max(1, min(Self.lineWidth, width - margin - 2))
    let wrapping = Wrapping.cached(text, width: textWidth)
    let count = wrapping.lines.count
    let first = max(0, min(firstLine(of: wrapping, height: height), count - height))
    canvas.setViewport(Frame.Viewport(offset: first, rows: height, count: count), of: id)
    canvas.within(Rect(x: margin, y: 0, width: textWidth, height: height)) {
      Paragraph(text, highlights: highlights, scroll: .line(first)).draw(in: &$0)
      for y in 0..<max(0, min(height, count - first)) {
        mark(wrapping.lines[first + y], y: y, in: &$0)
      }
    }
    if hasNotes { drawNotes(wrapping, first: first, width: margin - 2, in: &canvas) }
    if count > height, width > 2 {
      drawBar(first: first, of: count, x: min(width - 1, margin + textWidth + 1), in: &canvas)
    }
  }

  private func firstLine(of wrapping: Wrapping, height: Int) -> Int {
    switch scroll {
    case .following(let offset):
      wrapping.firstLine(following: offset, of: height)
    case .to(let scroll):
      scroll.count == wrapping.lines.count || scroll.count < 1
        ? scroll.line : scroll.line * wrapping.lines.count / scroll.count
    }
  }

  private func mark(_ line: Range<Int>, y: Int, in canvas: inout Canvas) {
    guard let first = wordOffsets.first, first < line.upperBound
    else { return }
    var next = wordOffsets.partitioningIndex { $0 > line.lowerBound }
    var start = next > 0 ? line.lowerBound : first
    let utf8 = text.utf8
    var index = utf8.index(utf8.startIndex, offsetBy: line.lowerBound)
    var x = 0
    if start > line.lowerBound {
      let end = utf8.index(index, offsetBy: start - line.lowerBound)
      x = text[index..<end].columns
      index = end
      next += 1
    }
    while start < line.upperBound {
      let end = next < wordOffsets.count ? min(wordOffsets[next], line.upperBound) : line.upperBound
      let endIndex = utf8.index(index, offsetBy: end - start)
      let columns = text[index..<endIndex].columns
      canvas.within(Rect(x: x, y: y, width: columns, height: 1)) {
        $0.mark(WordTag(offset: start))
      }
      (x, index, start, next) = (x + columns, endIndex, end, next + 1)
    }
  }

  private func drawNotes(
    _ wrapping: Wrapping, first: Int, width: Int, in canvas: inout Canvas
  ) {
    let lines = first..<first + canvas.size.height
    for note in notes {
      let line = wrapping.line(of: note.offset)
      guard line < lines.upperBound
      else { break }
      guard line >= lines.lowerBound
      else { continue }
      let x = max(0, width - note.text.columns)
      canvas.within(Rect(x: 0, y: line - first, width: width, height: 1)) {
        $0.mark(WordTag(offset: note.offset))
        $0.put(note.text, x: x, y: 0, style: .role(.faint))
      }
    }
  }

  private func drawBar(first: Int, of count: Int, x: Int, in canvas: inout Canvas) {
    let height = canvas.size.height
    canvas.putScrollBar(first..<first + height, of: count, x: x)
    for y in 0..<height {
      canvas.within(Rect(x: x, y: y, width: 1, height: 1)) {
        $0.mark(BarRow(fraction: height > 1 ? Double(y) / Double(height - 1) : 0))
      }
    }
  }
}

public struct TextScroll: Hashable, Sendable {
  public var line: Int
  public var count: Int

  public init(line: Int, count: Int) {
    self.line = line
    self.count = count
  }

  public static let pageKeys: [Key] = [.pageUp, .pageDown, .ctrl("u"), .ctrl("d")]

  public static let endKeys: [Key] = [.home, .end, "G"]

  public static func response(to event: Event, in frame: Frame, id: String) -> Self? {
    guard let viewport = frame.viewport(id), let count = viewport.count
    else { return nil }
    let (line, rows) = (viewport.offset, viewport.rows)
    let move: ScrollMove
    switch event {
    case .key(let key):
      // The arrows and their letters move by word and sentence.
      guard let requested = ScrollMove(key)
      else { return nil }
      if case .by = requested { return nil }
      move = requested
    case .mouse(let mouse):
      if let wheel = ScrollMove(wheel: mouse) {
        move = wheel
      } else {
        guard mouse.isClick, let row = frame.tag(TextPage.BarRow.self, at: mouse.point)
        else { return nil }
        move = .to(Int((row.fraction * Double(max(0, count - rows))).rounded()))
      }
    case .background, .focus, .paste, .resize: return nil
    }
    let target = move.target(from: line, rows: rows, last: count)
    return Self(line: max(0, min(target, count - rows)), count: count)
  }
}
