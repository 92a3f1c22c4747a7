import Styleguide

/// A scrolling column of rows. Only visible rows are made: a hundred thousand cost no more than a
/// screenful.
public struct List: View {
  private let count: Int
  private let state: ListState
  private let id: any Hashable & Sendable
  private let rowHeight: Int
  private let row: (Int) -> any View

  /// The tag of a list's row: ``Frame/tag(_:at:)`` finds it under the mouse.
  public struct Row: Hashable, Sendable {
    public let index: Int

    public init(_ index: Int) {
      self.index = index
    }
  }

  /// - Parameters:
  ///   - count: How many rows there are.
  ///   - state: Which row is selected, and how far the list is scrolled.
  ///   - id: Identifies the list for ``Frame/viewport(_:)``.
  ///   - rowHeight: How many lines each row has.
  ///   - row: Makes the row with an index.
  public init(
    count: Int, state: ListState, id: some Hashable & Sendable = "list", rowHeight: Int = 1,
    row: @escaping (_ index: Int) -> any View
  ) {
    self.count = max(0, count)
    self.state = state
    self.id = id
    self.rowHeight = max(1, rowHeight)
    self.row = row
  }

  public var widths: SizeRange { .flexible(minimum: 1) }

  public func heights(width: Int) -> SizeRange {
    .flexible(minimum: min(count, 1), ideal: count.multipliedReportingOverflow(by: rowHeight).0)
  }

  public func draw(in canvas: inout Canvas) {
    // Where there is no room for a whole row, a part of it is drawn.
    let room = max(1, canvas.size.height / rowHeight)
    let seen = state.visibleRows(count: count, rows: room)
    canvas.report(Frame.Viewport(offset: seen.lowerBound, rows: room), of: id)
    let scrolls = seen.count < count && canvas.size.width > 2
    let width = canvas.size.width - (scrolls ? 1 : 0)
    for index in seen {
      let isChosen = index == state.selection
      let y = (index - seen.lowerBound) * rowHeight
      canvas.within(
        Rect(x: 0, y: y, width: width, height: rowHeight),
        style: isChosen ? Self.chosen : .plain
      ) {
        $0.mark(Row(index))
        if isChosen { $0.fill() }
        row(index).draw(in: &$0)
      }
    }
    if scrolls { canvas.putScrollBar(seen, of: count) }
  }

  /// How the chosen row is drawn: with a colour behind it; on a terminal without colours, reversed.
  public static let chosen = Style(background: .role(.selection), attributes: .bold)
}
