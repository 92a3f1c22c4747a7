import ConcurrencyExtras
public import Styleguide

/// The part of a frame that a view draws on. Drawing outside of it has no effect.
public struct Canvas {
  public let glyphs: Glyphs
  public private(set) var size: Size
  public private(set) var style: Style = .plain
  var frame: Frame
  private var origin = Point(x: 0, y: 0)
  private var clip: Rect

  init(frame: Frame, glyphs: Glyphs) {
    self.frame = frame
    self.glyphs = glyphs
    self.size = frame.size
    self.clip = Rect(x: 0, y: 0, width: frame.size.width, height: frame.size.height)
  }

  public mutating func within(
    _ rect: Rect, style: Style = .plain, _ draw: (inout Canvas) -> Void
  ) {
    let outer = (size, self.style, origin, clip)
    defer { (size, self.style, origin, clip) = outer }
    origin = Point(x: origin.x + rect.x, y: origin.y + rect.y)
    clip = clip.intersection(Rect(x: origin.x, y: origin.y, width: rect.width, height: rect.height))
    size = rect.size
    self.style = style.over(self.style)
    guard clip.width > 0, clip.height > 0
    else { return }
    draw(&self)
  }

  /// Returns the text's width. Control characters become replacement characters.
  @discardableResult
  public mutating func put(
    _ text: some StringProtocol, x: Int, y: Int, style: Style = .plain
  ) -> Int {
    let style = style.over(self.style)
    let (left, row) = (origin.x + x, origin.y + y)
    guard clip.rows.contains(row)
    else { return text.columns }
    let ascii: Int? =
      text.utf8.withContiguousStorageIfAvailable { bytes in
        guard bytes.allSatisfy({ (0x20...0x7e).contains($0) })
        else { return nil }
        for column in (left..<left + bytes.count).clamped(to: clip.columns) {
          set(
            Cell(symbol: UInt32(bytes[column - left]), width: 1, style: style), x: column, y: row)
        }
        return bytes.count
      } ?? nil
    if let ascii { return ascii }
    var column = left
    for character in text { column += put(character, column: column, row: row, style: style) }
    return column - left
  }

  @discardableResult
  public mutating func put(_ character: Character, x: Int, y: Int, style: Style = .plain) -> Int {
    put(character, column: origin.x + x, row: origin.y + y, style: style.over(self.style))
  }

  public mutating func fill(
    _ rect: Rect? = nil, with character: Character = " ", style: Style = .plain
  ) {
    let rect = rect ?? Rect(x: 0, y: 0, width: size.width, height: size.height)
    let visible = clip.intersection(
      Rect(x: origin.x + rect.x, y: origin.y + rect.y, width: rect.width, height: rect.height))
    let style = style.over(self.style)
    let width = max(1, character.columns)
    for row in visible.rows {
      for column in stride(from: visible.x, to: visible.x + visible.width, by: width) {
        _ = put(character, column: column, row: row, style: style)
      }
    }
  }

  public mutating func setCursor(x: Int, y: Int) {
    let point = Point(x: origin.x + x, y: origin.y + y)
    if clip.contains(point) { frame.cursor = point }
  }

  public mutating func mark(_ tag: some Hashable & Sendable) {
    frame.regions.append(Frame.Region(rect: clip, tag: AnyHashableSendable(tag)))
  }

  public mutating func clearTagsAndCursor() {
    frame.cursor = nil
    frame.regions.removeAll()
  }

  public mutating func setViewport(_ viewport: Frame.Viewport, of list: some Hashable & Sendable) {
    frame.viewports[AnyHashableSendable(list)] = viewport
  }

  private mutating func put(
    _ character: Character, column: Int, row: Int, style: Style
  ) -> Int {
    let (symbol, width) = encode(character, column: column, row: row)
    guard width > 0, clip.rows.contains(row), column + width > clip.x,
      column < clip.x + clip.width
    else { return width }
    if width == 1 {
      set(Cell(symbol: symbol, width: 1, style: style), x: column, y: row)
    } else if column < clip.x {
      set(.blank(style), x: clip.x, y: row)
    } else if column + 1 >= clip.x + clip.width {
      set(.blank(style), x: column, y: row)
    } else {
      set(Cell(symbol: symbol, width: 2, style: style), x: column, y: row)
      set(.rightHalf(style), x: column + 1, y: row)
    }
    return width
  }

  private mutating func encode(
    _ character: Character, column: Int, row: Int
  ) -> (symbol: UInt32, width: Int) {
    let scalars = character.unicodeScalars
    guard let first = scalars.first
    else { return (Cell.space, 0) }
    if first.value < 0x20 || (0x7f..<0xa0).contains(first.value) {
      return first == "\t" ? (Cell.space, 1) : (0xfffd, 1)
    }
    let width = character.columns
    guard scalars.index(after: scalars.startIndex) != scalars.endIndex
    else { return (first.value, width) }
    guard width > 0, clip.rows.contains(row), clip.columns.contains(column)
    else { return (Cell.space, width) }
    // Terminals may hang when they draw a thousand combining marks in one cell.
    let drawn = scalars.count <= 32 ? character : Character(first)
    frame.clusters.append(drawn)
    return (Cell.clusters + UInt32(frame.clusters.count - 1), drawn.columns)
  }

  private mutating func set(_ cell: Cell, x: Int, y: Int) {
    let index = y * frame.size.width + x
    let old = frame.cells[index]
    frame.cells[index] = cell
    if old.width == 2, x + 1 < frame.size.width {
      frame.cells[index + 1] = .blank(old.style)
    } else if old.width == 0, cell.width != 0, x > 0, frame.cells[index - 1].width == 2 {
      frame.cells[index - 1] = .blank(old.style)
    }
  }
}
