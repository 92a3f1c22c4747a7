import Styleguide

public struct Tabs: LineView {
  private let titles: [String]
  private let selection: Int

  public struct Tab: Hashable, Sendable {
    public let index: Int

    public init(_ index: Int) {
      self.index = index
    }
  }

  public init(_ titles: [String], selection: Int) {
    self.titles = titles.map(\.printable)
    self.selection = selection
  }

  public var widths: SizeRange {
    let columns = titles.reduce(0) { $0 + $1.columns }
    let all = columns + titles.count * 3 - min(1, titles.count)
    return SizeRange(minimum: columns + titles.count, ideal: all, maximum: all)
  }

  public func draw(in canvas: inout Canvas) {
    let width = canvas.size.width
    let isTight = width < widths.ideal
    let starts = titles.reduce(into: [0]) {
      $0.append($0[$0.count - 1] + $1.columns + (isTight ? 1 : 3))
    }
    let open = min(titles.count - 1, max(0, selection))
    let firstStart = isTight ? min(starts[open], starts[open + 1] - width) : 0
    let hidden = starts.first { $0 >= firstStart } ?? 0
    for (index, title) in titles.enumerated() {
      let x = starts[index] - hidden
      let columns = title.columns + (isTight ? 1 : 2)
      // Titles that don't fit are left out, except for the open tab's.
      guard index == open || x >= 0 && x + columns <= width
      else { continue }
      canvas.within(Rect(x: x, y: 0, width: columns, height: 1)) {
        $0.mark(Tab(index))
        let style =
          index == selection
          ? Style(foreground: .role(.accent), attributes: [.bold, .underline])
          : .role(.faint)
        $0.put(title, x: 1, y: 0, style: style)
      }
    }
  }
}

public struct NavigationBar: LineView {
  private let path: [String]

  public init(_ path: [String]) {
    self.path = path.map(\.printable)
  }

  public var widths: SizeRange {
    let all = path.reduce(0) { $0 + $1.columns } + max(0, path.count - 1) * 3
    return .flexible(minimum: 1, ideal: all)
  }

  public func draw(in canvas: inout Canvas) {
    guard let last = path.last
    else { return }
    let width = canvas.size.width
    var first = path.count - 1
    var used = last.columns
    while first > 0, used + path[first - 1].columns + 3 <= width - (first > 1 ? 4 : 0) {
      first -= 1
      used += path[first].columns + 3
    }
    var x = 0
    func separator() -> String { " \(canvas.glyphs.chevron) " }
    if first > 0, used + 4 <= width {
      x += canvas.put(
        String(canvas.glyphs.ellipsis) + separator(), x: x, y: 0, style: .role(.faint))
    }
    for depth in first..<path.count {
      let isLast = depth == path.count - 1
      let title = path[depth].truncated(toColumns: width - x, ellipsis: canvas.glyphs.ellipsis)
      x += canvas.put(
        title, x: x, y: 0, style: isLast ? Style(attributes: .bold) : .role(.faint))
      if !isLast { x += canvas.put(separator(), x: x, y: 0, style: .role(.faint)) }
    }
  }
}

public struct HelpFooter: LineView {
  public struct Item: Hashable, Sendable {
    public let key: String
    public let label: String
    public let isAlwaysShown: Bool

    public init(_ key: String, _ label: String, isAlwaysShown: Bool = false) {
      self.key = key.printable
      self.label = label.printable
      self.isAlwaysShown = isAlwaysShown
    }

    var columns: Int { key.columns + 1 + label.columns }
  }

  private let items: [Item]

  public init(_ items: [Item]) {
    self.items = items
  }

  public var widths: SizeRange { .flexible() }

  public func draw(in canvas: inout Canvas) {
    var x = 0
    var reserved = items.reduce(0) { $0 + ($1.isAlwaysShown ? $1.columns + 2 : 0) }
    var hasLeftOut = false
    for item in items {
      if item.isAlwaysShown { reserved -= item.columns + 2 }
      guard item.isAlwaysShown || !hasLeftOut,
        x + item.columns + (item.isAlwaysShown ? 0 : reserved) <= canvas.size.width
      else {
        hasLeftOut = true
        continue
      }
      canvas.within(Rect(x: x, y: 0, width: item.columns, height: 1)) {
        $0.mark(item)
        let glyphs = $0.glyphs
        let keyColumns = $0.put(
          glyphs.replacingUnsupported(item.key), x: 0, y: 0, style: .role(.accent))
        $0.put(
          glyphs.replacingUnsupported(item.label), x: keyColumns + 1, y: 0, style: .role(.faint))
      }
      x += item.columns + 2
    }
  }
}
