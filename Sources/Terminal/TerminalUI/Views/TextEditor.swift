import Styleguide

/// A text field that wraps its text. Its ``Area`` and its viewport tell keys where lines end.
public struct TextEditor: View {
  public struct Area: Hashable, Sendable {
    public let width: Int
  }

  private let state: TextFieldState
  private let id: String
  private let maxHeight: Int

  public init(_ state: TextFieldState, id: String, maxHeight: Int) {
    self.state = state
    self.id = id
    self.maxHeight = maxHeight
  }

  public var widths: SizeRange { .flexible(minimum: 2, ideal: 20) }

  public func heights(width: Int) -> SizeRange {
    let count = min(maxHeight, Wrapping.cached(state.text, width: width).lines.count)
    return SizeRange(minimum: 1, ideal: count, maximum: count)
  }

  public func draw(in canvas: inout Canvas) {
    let (width, height) = (canvas.size.width, canvas.size.height)
    let lines = Wrapping.cached(state.text, width: width).lines
    let place = state.place(width: width)
    // Depends only on the cursor, so that most keys don't move the text.
    let first = max(0, min(place.line - height / 2, lines.count - height))
    canvas.mark(Area(width: width))
    canvas.setViewport(
      Frame.Viewport(offset: first, rows: height, count: lines.count), of: id)
    for (y, line) in lines[first..<min(lines.count, first + height)].enumerated() {
      canvas.put(state.slice(line), x: 0, y: y)
    }
    // A space at the end of a line may be past the edge.
    canvas.setCursor(x: min(place.column, width - 1), y: place.line - first)
  }
}

extension TextFieldState {
  /// Also handles the keys that move between the lines of a ``TextEditor``.
  public mutating func handle(_ event: Event, in frame: Frame) -> Bool {
    guard case .key(let key) = event, [.up, .down].contains(key),
      let area = frame.cursor.flatMap({ frame.tag(TextEditor.Area.self, at: $0) })
    else { return handle(event) }
    moveLine(by: key == .up ? -1 : 1, width: area.width)
    return true
  }

  public mutating func moveLine(by distance: Int, width: Int) {
    let lines = Wrapping.cached(text, width: width).lines
    let (line, column) = place(width: width)
    guard lines.indices.contains(line + distance)
    else { return }
    let target = lines[line + distance]
    var columns = 0
    let before = slice(target).prefix { character in
      columns += character.columns
      return columns <= column
    }
    // The end of a wrapped line is the start of the next one.
    let isWhole = before.endIndex == slice(target).endIndex && target.upperBound < text.utf8.count
    moveCursor(to: target.lowerBound + (isWhole ? before.dropLast() : before).utf8.count)
  }

  fileprivate func place(width: Int) -> (line: Int, column: Int) {
    let wrapping = Wrapping.cached(text, width: width)
    let offset = text[..<text.index(text.startIndex, offsetBy: cursor)].utf8.count
    let line = wrapping.line(of: offset)
    return (line, slice(wrapping.lines[line].lowerBound..<offset).columns)
  }

  fileprivate func slice(_ range: Range<Int>) -> Substring {
    let start = text.utf8.index(text.startIndex, offsetBy: range.lowerBound)
    return text[start..<text.utf8.index(start, offsetBy: range.count)]
  }
}
