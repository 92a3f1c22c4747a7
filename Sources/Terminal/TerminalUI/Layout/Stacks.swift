public struct HStack: View {
  private let views: [any View]
  private let spacing: Int

  public init(spacing: Int = 0, @ViewBuilder _ views: () -> [any View]) {
    self.views = views()
    self.spacing = max(0, spacing)
  }

  private var gaps: Int { max(0, views.count - 1) * spacing }

  public var widths: SizeRange {
    var sum = SizeRange.fixed(gaps)
    for view in views {
      let range = view.widths
      sum = SizeRange(
        minimum: sum.minimum + range.minimum, ideal: sum.ideal + range.ideal,
        maximum: sum.maximum + range.maximum)
    }
    return sum
  }

  public func heights(width: Int) -> SizeRange {
    zip(views, shares(of: width)).reduce(.fixed(0)) { result, next in
      next.0 is Spacer ? result : union(result, next.0.heights(width: next.1))
    }
  }

  public func draw(in canvas: inout Canvas) {
    let room = canvas.size
    var x = 0
    for (view, width) in zip(views, shares(of: room.width)) {
      let height = view.heights(width: width).clamped(to: room.height)
      canvas.within(Rect(x: x, y: 0, width: width, height: height)) { view.draw(in: &$0) }
      x += width + spacing
    }
  }

  private func shares(of width: Int) -> [Int] {
    distribute(
      width - gaps, among: views.map(\.widths), priorities: views.map(\.layoutPriority))
  }
}

public struct VStack: View {
  private let views: [any View]
  private let spacing: Int
  private let alignment: Alignment.Horizontal

  public init(
    alignment: Alignment.Horizontal = .leading, spacing: Int = 0,
    @ViewBuilder _ views: () -> [any View]
  ) {
    self.views = views()
    self.spacing = max(0, spacing)
    self.alignment = alignment
  }

  private var gaps: Int { max(0, views.count - 1) * spacing }

  public var widths: SizeRange {
    views.reduce(.fixed(0)) { $1 is Spacer ? $0 : union($0, $1.widths) }
  }

  public func heights(width: Int) -> SizeRange {
    var sum = SizeRange.fixed(gaps)
    for view in views {
      let range = view.heights(width: view.widths.clamped(to: width))
      sum = SizeRange(
        minimum: sum.minimum + range.minimum, ideal: sum.ideal + range.ideal,
        maximum: sum.maximum + range.maximum)
    }
    return sum
  }

  public func draw(in canvas: inout Canvas) {
    let room = canvas.size
    let widths = views.map { $0.widths.clamped(to: room.width) }
    let heights = distribute(
      room.height - gaps, among: zip(views, widths).map { $0.heights(width: $1) },
      priorities: views.map(\.layoutPriority))
    var y = 0
    for (index, view) in views.enumerated() {
      let rect = Alignment(alignment, .top).place(
        Size(width: widths[index], height: heights[index]),
        in: Size(width: room.width, height: heights[index]))
      canvas.within(Rect(x: rect.x, y: y, width: rect.width, height: rect.height)) {
        view.draw(in: &$0)
      }
      y += heights[index] + spacing
    }
  }
}

public struct Spacer: View {
  private let minimum: Int

  public init(minimum: Int = 0) {
    self.minimum = minimum
  }

  public var widths: SizeRange { .flexible(minimum: minimum, ideal: minimum) }
  public func heights(width: Int) -> SizeRange { .flexible(minimum: minimum, ideal: minimum) }
  public func draw(in canvas: inout Canvas) {}
}

private func union(_ a: SizeRange, _ b: SizeRange) -> SizeRange {
  SizeRange(
    minimum: max(a.minimum, b.minimum), ideal: max(a.ideal, b.ideal),
    maximum: max(a.maximum, b.maximum))
}
