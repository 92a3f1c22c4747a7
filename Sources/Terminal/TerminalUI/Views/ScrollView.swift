public struct ScrollView: View {
  private let content: any View
  private let id: any Hashable & Sendable
  private let offset: Int

  public init(offset: Int, id: some Hashable & Sendable = "scroll", content: any View) {
    self.content = content
    self.id = id
    self.offset = offset
  }

  public var widths: SizeRange { .flexible(minimum: 1, ideal: content.widths.ideal) }

  public func heights(width: Int) -> SizeRange {
    .flexible(minimum: 1, ideal: height(width: width))
  }

  public func draw(in canvas: inout Canvas) {
    let room = canvas.size.height
    var width = canvas.size.width
    let scrolls = height(width: width) > room && width > 2
    if scrolls { width -= 1 }
    let height = max(room, height(width: width))
    let first = max(0, min(offset, height - room))
    canvas.setViewport(Frame.Viewport(offset: first, rows: room, count: height), of: id)
    canvas.within(Rect(x: 0, y: 0, width: width, height: room)) { part in
      part.within(
        Rect(x: 0, y: -first, width: width, height: height), content.draw(in:))
    }
    if scrolls { canvas.putScrollBar(first..<first + room, of: height) }
  }

  private func height(width: Int) -> Int {
    content.heights(width: content.widths.clamped(to: width)).ideal
  }

  /// The new offset; `nil` if the event does not scroll.
  public static func offset(
    after event: Event, in frame: Frame, id: some Hashable & Sendable = "scroll"
  ) -> Int? {
    guard let viewport = frame.viewport(id)
    else { return nil }
    let move: ScrollMove?
    switch event {
    case .key(let key): move = ScrollMove(key)
    case .mouse(let mouse): move = ScrollMove(wheel: mouse)
    case .background, .focus, .paste, .resize: move = nil
    }
    return move.map {
      max(
        0,
        $0.target(
          from: viewport.offset, rows: max(1, viewport.rows), last: SizeRange.unlimited))
    }
  }
}

extension Canvas {
  mutating func putScrollBar(_ seen: Range<Int>, of count: Int, x: Int? = nil) {
    let height = size.height
    let length = max(1, height * seen.count / count)
    let travel = height - length
    let steps = max(1, count - seen.count)
    let start = (seen.lowerBound * travel + steps / 2) / steps
    for y in 0..<height {
      let isThumb = (start..<start + length).contains(y)
      put(
        isThumb ? glyphs.scrollThumb : glyphs.scrollTrack, x: x ?? size.width - 1, y: y,
        style: .role(.faint))
    }
  }
}
