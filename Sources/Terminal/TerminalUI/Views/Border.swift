public import Styleguide

extension View {
  public func border(_ title: String = "", style: Style = .role(.faint)) -> some View {
    Bordered(content: self, title: title.printable, style: style)
  }
}

private struct Bordered<Content: View>: View {
  let content: Content
  let title: String
  let style: Style

  var widths: SizeRange {
    let inner = content.widths
    let needed = title.isEmpty ? 0 : title.columns + 2
    return SizeRange(
      minimum: inner.minimum, ideal: max(inner.ideal, needed), maximum: max(inner.maximum, needed))
      + 2
  }

  func heights(width: Int) -> SizeRange { content.heights(width: max(0, width - 2)) + 2 }

  func draw(in canvas: inout Canvas) {
    let (width, height) = (canvas.size.width, canvas.size.height)
    let lines = canvas.glyphs.border
    guard width >= 2, height >= 2
    else { return content.draw(in: &canvas) }
    let (right, bottom) = (width - 1, height - 1)
    for y in [0, bottom] {
      canvas.fill(
        Rect(x: 1, y: y, width: width - 2, height: 1), with: lines.horizontal, style: style)
    }
    for x in [0, right] {
      canvas.fill(
        Rect(x: x, y: 1, width: 1, height: height - 2), with: lines.vertical, style: style)
    }
    canvas.put(lines.topLeft, x: 0, y: 0, style: style)
    canvas.put(lines.topRight, x: right, y: 0, style: style)
    canvas.put(lines.bottomLeft, x: 0, y: bottom, style: style)
    canvas.put(lines.bottomRight, x: right, y: bottom, style: style)
    if !title.isEmpty, width > 4 {
      let short = title.truncated(toColumns: width - 4, ellipsis: canvas.glyphs.ellipsis)
      canvas.put(" \(short) ", x: 1, y: 0, style: Style(attributes: .bold))
    }
    canvas.within(Rect(x: 1, y: 1, width: width - 2, height: height - 2)) { content.draw(in: &$0) }
  }
}
