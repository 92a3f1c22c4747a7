import Styleguide

/// A long text to be read: wrapped into lines of a comfortable width, with notes such as times in
/// the margin, and a bar that shows where one is.
///
/// What is under the mouse is tagged: words with ``Place``, the rows of the bar with ``BarRow``.
public struct TextPage: View {
  /// What stands in the margin beside the line that begins a part of the text.
  public struct Note: Hashable, Sendable {
    /// Where the part begins, in the text's UTF-8.
    public let offset: Int
    public let text: String

    public init(_ text: String, at offset: Int) {
      self.offset = offset
      self.text = text
    }
  }

  /// Which lines are visible where there is no room for all.
  public enum Scroll: Hashable, Sendable {
    /// The line with that UTF-8 offset, a third of the way down.
    case following(Int)
    /// Where a person has scrolled to.
    case to(TextScroll)
  }

  /// The tag of a word: ``Frame/tag(_:at:)`` finds it under the mouse.
  public struct Place: Hashable, Sendable {
    /// Where the word begins, in the text's UTF-8.
    public let offset: Int
  }

  /// The tag of a row of the bar.
  public struct BarRow: Hashable, Sendable {
    /// How far down it is, from 0 to 1.
    public let fraction: Double
  }

  private let text: String
  private let id: String
  private let highlights: [Paragraph.Highlight]
  private let notes: [Note]
  private let scroll: Scroll
  private let lineWidth: Int

  /// Where the margin would leave too little of the line, there is none.
  private static let leastWidthWithNotes = 50

  /// - Parameters:
  ///   - text: The text. Its paragraphs end with line breaks.
  ///   - id: Identifies the page for ``Frame/viewport(_:)``.
  ///   - highlights: In order of their ranges. Where two overlap, the first one counts.
  ///   - notes: In order of their offsets.
  ///   - scroll: Which lines are visible.
  ///   - lineWidth: How long a line is at most: longer ones are hard to read.
  public init(
    _ text: String, id: String, highlights: [Paragraph.Highlight] = [], notes: [Note] = [],
    scroll: Scroll, lineWidth: Int = 90
  ) {
    self.text = text
    self.id = id
    self.highlights = highlights
    self.notes = notes
    self.scroll = scroll
    self.lineWidth = lineWidth
  }

  public var widths: SizeRange { .flexible(minimum: 1) }
  public func heights(width: Int) -> SizeRange { .flexible(minimum: 1) }

  public func draw(in canvas: inout Canvas) {
    let (width, height) = (canvas.size.width, canvas.size.height)
    let hasNotes = width >= Self.leastWidthWithNotes && !notes.isEmpty
    let margin = hasNotes ? (notes.map(\.text.columns).max() ?? 0) + 2 : 0
    // The last column is the bar's, whether it is shown or not: lines stay as they are.
    let textWidth = max(1, min(lineWidth, width - margin - 2))
    let wrapping = Wrapping.cached(text, width: textWidth)
    let count = wrapping.lines.count
    let first = max(0, min(firstLine(of: wrapping, height: height), count - height))
    canvas.report(Frame.Viewport(offset: first, rows: height, count: count), of: id)
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
      wrapping.line(of: offset) - height / 3
    case .to(let scroll):
      // In a window of another width, about the same words.
      scroll.count == wrapping.lines.count || scroll.count < 1
        ? scroll.line : scroll.line * wrapping.lines.count / scroll.count
    }
  }

  /// Tags each word of a line.
  private func mark(_ line: Range<Int>, y: Int, in canvas: inout Canvas) {
    let utf8 = text.utf8
    var offset = line.lowerBound
    let start = utf8.index(utf8.startIndex, offsetBy: offset)
    let end = utf8.index(start, offsetBy: line.count)
    var x = 0
    for word in text[start..<end].split(separator: " ", omittingEmptySubsequences: false) {
      let columns = word.columns
      if columns > 0 {
        // The blank after it counts, so that a click between two words meets one of them.
        canvas.within(Rect(x: x, y: y, width: columns + 1, height: 1)) {
          $0.mark(Place(offset: offset))
        }
      }
      x += columns + 1
      offset += word.utf8.count + 1
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
        $0.mark(Place(offset: note.offset))
        $0.put(note.text, x: x, y: 0, style: .role(.faint))
      }
    }
  }

  private func drawBar(first: Int, of count: Int, x: Int, in canvas: inout Canvas) {
    let height = canvas.size.height
    let length = max(1, height * height / count)
    let travel = height - length
    let steps = max(1, count - height)
    let start = (first * travel + steps / 2) / steps
    for y in 0..<height {
      let isThumb = (start..<start + length).contains(y)
      canvas.within(Rect(x: x, y: y, width: 1, height: 1)) {
        $0.mark(BarRow(fraction: height > 1 ? Double(y) / Double(height - 1) : 0))
        $0.put(
          isThumb ? $0.glyphs.scrollThumb : $0.glyphs.scrollTrack, x: 0, y: 0, style: .role(.faint))
      }
    }
  }
}

/// How far a person has scrolled a ``TextPage``.
public struct TextScroll: Hashable, Sendable {
  /// The first visible line…
  public var line: Int
  /// … of so many.
  public var count: Int

  public init(line: Int, count: Int) {
    self.line = line
    self.count = count
  }

  /// The keys that scroll by pages and half pages, as in pagers.
  public static let pageKeys: [Key] = [.pageUp, .pageDown, .ctrl("u"), .ctrl("d")]

  /// The keys that go to the beginning and the end.
  public static let endKeys: [Key] = [.home, "g", .end, "G"]

  /// Where an event scrolls to: a key of ``pageKeys`` or ``endKeys``, the wheel, or a click on the bar.
  ///
  /// - Parameters:
  ///   - event: What was done.
  ///   - frame: What the person sees.
  ///   - id: Identifies the page in the frame.
  /// - Returns: `nil` if the event does not scroll.
  public static func response(to event: Event, in frame: Frame, id: String) -> Self? {
    guard let viewport = frame.viewport(id), let count = viewport.count
    else { return nil }
    let (line, rows) = (viewport.offset, viewport.rows)
    let target: Int
    switch event {
    case .key(let key):
      switch key {
      case .pageUp: target = line - max(1, rows - 1)
      case .pageDown: target = line + max(1, rows - 1)
      case .ctrl("u"): target = line - max(1, rows / 2)
      case .ctrl("d"): target = line + max(1, rows / 2)
      case .home, "g": target = 0
      case .end, "G": target = count
      default: return nil
      }
    case .mouse(let mouse):
      switch mouse.kind {
      case .scrollUp: target = line - 3
      case .scrollDown: target = line + 3
      case .press where mouse.button == .left:
        guard let row = frame.tag(TextPage.BarRow.self, at: mouse.point)
        else { return nil }
        target = Int((row.fraction * Double(max(0, count - rows))).rounded())
      default: return nil
      }
    case .background, .focus, .paste, .resize: return nil
    }
    return Self(line: max(0, min(target, count - rows)), count: count)
  }
}
