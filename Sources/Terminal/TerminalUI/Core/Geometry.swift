public import TerminalClient

public typealias Size = TerminalClient.Size

public struct Point: Hashable, Sendable {
  public var x: Int
  public var y: Int

  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }
}

public struct Rect: Hashable, Sendable {
  public var x: Int
  public var y: Int
  public var width: Int
  public var height: Int

  public init(x: Int, y: Int, width: Int, height: Int) {
    self.x = x
    self.y = y
    self.width = max(0, width)
    self.height = max(0, height)
  }

  public var columns: Range<Int> { x..<x + width }
  public var rows: Range<Int> { y..<y + height }
  public var size: Size { Size(width: width, height: height) }

  public func contains(_ point: Point) -> Bool {
    columns.contains(point.x) && rows.contains(point.y)
  }

  public func intersection(_ other: Self) -> Self {
    let columns = columns.clamped(to: other.columns)
    let rows = rows.clamped(to: other.rows)
    return Self(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
  }
}

public struct Alignment: Hashable, Sendable {
  public enum Horizontal: Sendable {
    case leading, center, trailing
  }

  public enum Vertical: Sendable {
    case top, center
  }

  public var horizontal: Horizontal
  public var vertical: Vertical

  public init(_ horizontal: Horizontal, _ vertical: Vertical) {
    self.horizontal = horizontal
    self.vertical = vertical
  }

  public static let center = Self(.center, .center)
  public static let topLeading = Self(.leading, .top)
  public static let topTrailing = Self(.trailing, .top)

  func place(_ size: Size, in room: Size) -> Rect {
    let x =
      switch horizontal {
      case .leading: 0
      case .center: (room.width - size.width) / 2
      case .trailing: room.width - size.width
      }
    let y =
      switch vertical {
      case .top: 0
      case .center: (room.height - size.height) / 2
      }
    return Rect(x: x, y: y, width: size.width, height: size.height)
  }
}
