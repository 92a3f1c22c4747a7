import Styleguide

/// A scrolling column that creates only its visible rows.
public struct List: View {
  private let count: Int
  private let state: ListState
  private let id: any Hashable & Sendable
  private let row: (Int) -> any View

  public struct Row: Hashable, Sendable {
    public let index: Int

    public init(_ index: Int) {
      self.index = index
    }
  }

  public init(
    count: Int, state: ListState, id: some Hashable & Sendable = "list",
    row: @escaping (_ index: Int) -> any View
  ) {
    self.count = max(0, count)
    self.state = state
    self.id = id
    self.row = row
  }

  public var widths: SizeRange { .flexible(minimum: 1) }

  public func heights(width: Int) -> SizeRange {
    .flexible(minimum: min(count, 1), ideal: count)
  }

  public func draw(in canvas: inout Canvas) {
    let room = max(1, canvas.size.height)
    let seen = state.visibleRows(count: count, rows: room)
    canvas.setViewport(Frame.Viewport(offset: seen.lowerBound, rows: room), of: id)
    let scrolls = seen.count < count && canvas.size.width > 2
    let width = canvas.size.width - (scrolls ? 1 : 0)
    for index in seen {
      let isChosen = index == state.selection
      canvas.within(
        Rect(x: 0, y: index - seen.lowerBound, width: width, height: 1),
        style: isChosen ? Self.chosen : .plain
      ) {
        $0.mark(Row(index))
        if isChosen { $0.fill() }
        row(index).draw(in: &$0)
      }
    }
    if scrolls { canvas.putScrollBar(seen, of: count) }
  }

  public static let chosen = Style(background: .role(.selection), attributes: .bold)
}
