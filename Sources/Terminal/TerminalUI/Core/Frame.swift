public import ConcurrencyExtras
public import Styleguide

/// What a terminal shows: a grid of cells, and where the cursor is.
///
/// It also knows what is where: ``tag(_:at:)`` finds what a mouse button was pressed on, and
/// ``viewport(_:)`` how many rows of a list there was room for.
///
/// Two frames are equal if they look the same.
public struct Frame: Sendable {
  /// The part of a list or a page that was drawn.
  public struct Viewport: Equatable, Sendable {
    /// The first row that was drawn.
    public var offset: Int
    /// How many rows there is room for.
    public var rows: Int
    /// How many there are, where only the view knows, as of lines that it has wrapped.
    public var count: Int?

    public init(offset: Int, rows: Int, count: Int? = nil) {
      self.offset = offset
      self.rows = rows
      self.count = count
    }

    /// Whether there is more of it than there is room for.
    public var isPart: Bool { count.map { $0 > rows } ?? false }
  }

  struct Region {
    let rect: Rect
    let tag: AnyHashableSendable
  }

  public let size: Size
  /// Where the cursor blinks, if it is shown.
  public internal(set) var cursor: Point?
  var cells: [Cell]
  /// The characters that are made of several scalars.
  var clusters: [Character] = []
  var regions: [Region] = []
  var viewports: [AnyHashableSendable: Viewport] = [:]

  /// A frame with nothing on it.
  public init(size: Size) {
    self.size = size
    self.cells = Array(repeating: .blank, count: size.width * size.height)
  }

  /// The frame that shows a view.
  public init(_ view: any View, size: Size, glyphs: Glyphs = .unicode) {
    var canvas = Canvas(frame: Frame(size: size), glyphs: glyphs)
    if size.width > 0, size.height > 0 { view.draw(in: &canvas) }
    self = canvas.frame
  }

  /// The character at a place; a space where there is none or its left neighbour is wide.
  public subscript(x: Int, y: Int) -> Character {
    cell(x, y).map(character(of:)) ?? " "
  }

  /// How the cell at a place looks.
  public func style(x: Int, y: Int) -> Style {
    cell(x, y)?.style ?? .plain
  }

  /// The frame's rows from top to bottom, without the blanks at their ends.
  public var lines: [String] {
    (0..<size.height).map { y in
      var line = ""
      var blanks = 0
      for cell in cells[y * size.width..<(y + 1) * size.width] where cell.width > 0 {
        if cell.symbol == Cell.space {
          blanks += 1
        } else {
          line += String(repeating: " ", count: blanks)
          line.append(character(of: cell))
          blanks = 0
        }
      }
      return line
    }
  }

  /// The frame as plain text, one line for each row.
  public var text: String { lines.joined(separator: "\n") }

  /// The frame as text, with marks around what has a certain style.
  ///
  /// - Parameter marks: What to put before and after a run of cells with that style.
  public func text(marking marks: (Style) -> (before: String, after: String)?) -> String {
    (0..<size.height).map { y in
      var line = ""
      var last: Style?
      var pending: String?
      for cell in cells[y * size.width..<(y + 1) * size.width] where cell.width > 0 {
        if cell.style != last {
          line += pending ?? ""
          let mark = marks(cell.style)
          line += mark?.before ?? ""
          pending = mark?.after
          last = cell.style
        }
        line.append(character(of: cell))
      }
      line += pending ?? ""
      return String(line.reversed().drop { $0 == " " }.reversed())
    }
    .joined(separator: "\n")
  }

  /// The innermost tag at a place.
  public func tag(at point: Point) -> AnyHashableSendable? {
    regions.last { $0.rect.contains(point) }?.tag
  }

  /// The innermost tag of that type at a place.
  public func tag<Tag: Hashable & Sendable>(_ type: Tag.Type, at point: Point) -> Tag? {
    for region in regions.reversed() where region.rect.contains(point) {
      if let tag = region.tag.base as? Tag { return tag }
    }
    return nil
  }

  /// The part that was drawn of the list of that id.
  public func viewport(_ list: some Hashable & Sendable) -> Viewport? {
    viewports[AnyHashableSendable(list)]
  }

  func cell(_ x: Int, _ y: Int) -> Cell? {
    (0..<size.width).contains(x) && (0..<size.height).contains(y) ? cells[y * size.width + x] : nil
  }

  func character(of cell: Cell) -> Character {
    if cell.isCluster { return clusters[Int(cell.symbol - Cell.clusters)] }
    return cell.width == 0 ? " " : Unicode.Scalar(cell.symbol).map(Character.init) ?? "\u{fffd}"
  }

  /// Whether a cell looks the same as one of another frame.
  func looks(_ cell: Cell, like other: Cell, of frame: Frame) -> Bool {
    if !cell.isCluster || !other.isCluster { return cell == other }
    return cell.style == other.style && cell.width == other.width
      && character(of: cell) == frame.character(of: other)
  }
}

extension Frame: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.size == rhs.size && lhs.cursor == rhs.cursor
      && zip(lhs.cells, rhs.cells).allSatisfy { lhs.looks($0, like: $1, of: rhs) }
  }
}

extension Frame: CustomStringConvertible {
  public var description: String { text }
}
