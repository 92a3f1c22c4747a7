import ConcurrencyExtras
public import Styleguide

/// A grid of cells, with the tags and viewports of its views. Frames that look the same are equal.
public struct Frame: Sendable {
  public struct Viewport: Equatable, Sendable {
    public var offset: Int
    public var rows: Int
    public var count: Int?

    public init(offset: Int, rows: Int, count: Int? = nil) {
      self.offset = offset
      self.rows = rows
      self.count = count
    }

    public var overflows: Bool { count.map { $0 > rows } ?? false }
  }

  struct Region {
    let rect: Rect
    let tag: AnyHashableSendable
  }

  public let size: Size
  public internal(set) var cursor: Point?
  var cells: [Cell]
  var clusters: [Character] = []
  var regions: [Region] = []
  var viewports: [AnyHashableSendable: Viewport] = [:]

  public init(size: Size) {
    self.size = size
    self.cells = Array(repeating: .blank, count: size.width * size.height)
  }

  public init(_ view: any View, size: Size, glyphs: Glyphs = .unicode) {
    var canvas = Canvas(frame: Frame(size: size), glyphs: glyphs)
    if size.width > 0, size.height > 0 { view.draw(in: &canvas) }
    self = canvas.frame
  }

  public subscript(x: Int, y: Int) -> Character {
    cell(x, y).map(character(of:)) ?? " "
  }

  public func style(x: Int, y: Int) -> Style {
    cell(x, y)?.style ?? .plain
  }

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

  public var text: String { lines.joined(separator: "\n") }

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

  public func tag<Tag: Hashable & Sendable>(_ type: Tag.Type, at point: Point) -> Tag? {
    for region in regions.reversed() where region.rect.contains(point) {
      if let tag = region.tag.base as? Tag { return tag }
    }
    return nil
  }

  public func tags<Tag: Hashable & Sendable>(_ type: Tag.Type) -> [Tag] {
    regions.filter { $0.rect.width > 0 && $0.rect.height > 0 }.compactMap { $0.tag.base as? Tag }
  }

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

  func isEqual(_ cell: Cell, to other: Cell, in frame: Frame) -> Bool {
    if !cell.isCluster || !other.isCluster { return cell == other }
    return cell.style == other.style && cell.width == other.width
      && character(of: cell) == frame.character(of: other)
  }
}

extension Frame: Equatable {
  public static func == (lhs: Self, rhs: Self) -> Bool {
    lhs.size == rhs.size && lhs.cursor == rhs.cursor
      && zip(lhs.cells, rhs.cells).allSatisfy { lhs.isEqual($0, to: $1, in: rhs) }
  }
}

extension Frame: CustomStringConvertible {
  public var description: String { text }
}
