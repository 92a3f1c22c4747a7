public struct ListState: Equatable, Sendable {
  public var selection: Int?
  public var offset: Int
  /// Ended by the wheel and restored by moving the selection.
  public var followsSelection: Bool

  public init(selection: Int? = nil, offset: Int = 0, followsSelection: Bool = true) {
    self.selection = selection
    self.offset = offset
    self.followsSelection = followsSelection
  }

  public func selected<Rows: RandomAccessCollection>(in rows: Rows) -> Rows.Element?
  where Rows.Index == Int {
    selection.flatMap { (rows.startIndex..<rows.endIndex).contains($0) ? rows[$0] : nil }
  }

  public func canMove(among count: Int) -> Bool { count > (selection == nil ? 0 : 1) }

  public mutating func move(_ move: ScrollMove, count: Int, viewport: Frame.Viewport? = nil) {
    followsSelection = true
    guard count > 0
    else {
      self = Self()
      return
    }
    let rows = max(1, viewport?.rows ?? 10)
    var move = move
    if selection == nil, case .by(let distance) = move { move = distance < 0 ? .last : .first }
    let target = move.target(from: selection ?? 0, rows: rows, last: count - 1)
    selection = min(count - 1, max(0, target))
    offset = visibleRows(count: count, rows: rows).lowerBound
  }

  public mutating func scroll(by rows: Int, count: Int, viewport: Frame.Viewport? = nil) {
    let seen = visibleRows(count: count, rows: viewport?.rows ?? 10)
    followsSelection = false
    offset = min(max(0, count - (viewport?.rows ?? 10)), max(0, seen.lowerBound + rows))
  }

  public func visibleRows(count: Int, rows: Int) -> Range<Int> {
    guard count > 0, rows > 0
    else { return 0..<0 }
    var first = offset
    if followsSelection, let selection = selection.map({ min(count - 1, max(0, $0)) }) {
      first = min(selection, max(first, selection - rows + 1))
    }
    first = max(0, min(first, count - rows))
    return first..<min(count, first + rows)
  }
}

extension ListState {
  @discardableResult
  public mutating func handle(
    _ key: Key, count: Int, viewport: Frame.Viewport? = nil
  ) -> Bool {
    guard let move = ScrollMove(key)
    else { return false }
    self.move(move, count: count, viewport: viewport)
    return true
  }
}

extension ListState {
  public enum Response: Equatable, Sendable {
    case moved(ListState)
    case pressed
  }

  public func response(
    to event: Event, count: Int, in frame: Frame, id: String
  ) -> Response? {
    guard count > 0
    else { return nil }
    var list = self
    let viewport = frame.viewport(id)
    switch event {
    case .key(let key):
      guard list.handle(key, count: count, viewport: viewport)
      else { return nil }
    case .mouse(let mouse):
      if case .by(let rows)? = ScrollMove(wheel: mouse) {
        list.scroll(by: rows, count: count, viewport: viewport)
      } else {
        guard mouse.isClick, let row = frame.tag(List.Row.self, at: mouse.point)
        else { return nil }
        if row.index == selection { return .pressed }
        list.move(.to(row.index), count: count, viewport: viewport)
      }
    case .background, .focus, .paste, .resize: return nil
    }
    return .moved(list)
  }
}
