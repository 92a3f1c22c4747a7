public import Styleguide

extension View {
  public func bold(_ isOn: Bool = true) -> some View { styled(isOn ? [.bold] : []) }
  public func reverse(_ isOn: Bool = true) -> some View { styled(isOn ? [.reverse] : []) }
  public func underline() -> some View { styled(.underline) }

  public func foreground(_ role: Color.Role) -> some View {
    Styled(content: self, style: Style(foreground: .role(role)), fills: false)
  }

  public func style(_ style: Style, fills: Bool = false) -> some View {
    Styled(content: self, style: style, fills: fills)
  }

  private func styled(_ attributes: Style.Attributes) -> Styled<Self> {
    Styled(content: self, style: Style(attributes: attributes), fills: false)
  }

  public func padding(_ columns: Int) -> some View {
    Padded(content: self, columns: columns)
  }

  public func frame(
    width: Int? = nil, height: Int? = nil, alignment: Alignment = .topLeading
  ) -> some View {
    Framed(
      content: self, width: width.map(SizeRange.fixed), height: height.map(SizeRange.fixed),
      alignment: alignment)
  }

  public func frame(
    minWidth: Int? = nil, maxWidth: Int? = nil, minHeight: Int? = nil, maxHeight: Int? = nil,
    alignment: Alignment = .topLeading
  ) -> some View {
    Framed(
      content: self, minimum: (minWidth, minHeight), maximum: (maxWidth, maxHeight),
      alignment: alignment)
  }

  public func tag(_ tag: some Hashable & Sendable) -> some View {
    TaggedView(content: self, tag: tag)
  }

  /// Gives this view space before the stack's views of lower priority. The default is 0.
  public func priority(_ priority: Int) -> some View {
    Prioritized(content: self, layoutPriority: priority)
  }

  var layoutPriority: Int { (self as? any HasPriority)?.layoutPriority ?? 0 }
}

private protocol HasPriority {
  var layoutPriority: Int { get }
}

private protocol Wrapper: View {
  associatedtype Content: View
  var content: Content { get }
}

extension Wrapper {
  var widths: SizeRange { content.widths }
  func heights(width: Int) -> SizeRange { content.heights(width: width) }
}

private struct Styled<Content: View>: Wrapper {
  let content: Content
  let style: Style
  let fills: Bool

  func draw(in canvas: inout Canvas) {
    let all = Rect(x: 0, y: 0, width: canvas.size.width, height: canvas.size.height)
    canvas.within(all, style: style) {
      if fills { $0.fill() }
      content.draw(in: &$0)
    }
  }
}

private struct TaggedView<Content: View, Tag: Hashable & Sendable>: Wrapper {
  let content: Content
  let tag: Tag

  func draw(in canvas: inout Canvas) {
    canvas.mark(tag)
    content.draw(in: &canvas)
  }
}

private struct Prioritized<Content: View>: Wrapper, HasPriority {
  let content: Content
  let layoutPriority: Int

  func draw(in canvas: inout Canvas) { content.draw(in: &canvas) }
}

private struct Padded<Content: View>: View {
  let content: Content
  let columns: Int

  var widths: SizeRange { content.widths + 2 * columns }

  func heights(width: Int) -> SizeRange {
    content.heights(width: max(0, width - 2 * columns))
  }

  func draw(in canvas: inout Canvas) {
    let inner = Rect(
      x: columns, y: 0, width: canvas.size.width - 2 * columns, height: canvas.size.height)
    canvas.within(inner) { content.draw(in: &$0) }
  }
}

private struct Framed<Content: View>: View {
  let content: Content
  var width: SizeRange?
  var height: SizeRange?
  var minimum: (width: Int?, height: Int?) = (nil, nil)
  var maximum: (width: Int?, height: Int?) = (nil, nil)
  let alignment: Alignment

  var widths: SizeRange {
    width ?? bounded(content.widths, minimum.width, maximum.width)
  }

  func heights(width: Int) -> SizeRange {
    height
      ?? bounded(
        content.heights(width: content.widths.clamped(to: width)), minimum.height, maximum.height)
  }

  func draw(in canvas: inout Canvas) {
    let room = canvas.size
    let width = content.widths.clamped(to: room.width)
    let size = Size(
      width: width, height: content.heights(width: width).clamped(to: room.height))
    canvas.within(alignment.place(size, in: room)) { content.draw(in: &$0) }
  }

  private func bounded(_ range: SizeRange, _ minimum: Int?, _ maximum: Int?) -> SizeRange {
    let least = minimum ?? range.minimum
    let most = max(least, maximum ?? range.maximum)
    return SizeRange(minimum: least, ideal: min(most, max(least, range.ideal)), maximum: most)
  }
}
