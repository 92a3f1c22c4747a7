import PlaybackFeature
import Styleguide
import TerminalUI

/// A low terminal shows only the content.
struct AppFrame: View {
  let header: any View
  let content: any View
  let nowPlaying: PlaybackFeature.State?
  let notice: String?
  let noticeKey: String?
  let footer: any View

  var widths: SizeRange { .flexible() }
  func heights(width: Int) -> SizeRange { .flexible() }

  func draw(in canvas: inout Canvas) {
    let (width, height) = (canvas.size.width, canvas.size.height)
    let above = height > 6 ? 1 : 0
    let below = height > 9 ? 1 : 0
    var lines: [any View] = []
    if let nowPlaying {
      lines.append(PlaybackPosition(nowPlaying, hasTitle: true).tag(Pane.nowPlaying))
    }
    // The notice has its own line, so that the keys stay in place.
    if let notice { lines.append(Paragraph(notice).bold()) }
    let heights = lines.map { min(2, $0.heights(width: width).ideal) }
    let extra = height > 6 ? heights.reduce(0, +) : 0
    canvas.within(Rect(x: 0, y: 0, width: width, height: above)) { header.draw(in: &$0) }
    canvas.within(Rect(x: 0, y: above, width: width, height: height - above - below - extra)) {
      content.draw(in: &$0)
    }
    var y = height - below - extra
    if extra > 0 {
      for (line, height) in zip(lines, heights) {
        canvas.within(Rect(x: 0, y: y, width: width, height: height)) {
          line.draw(in: &$0)
          if let noticeKey, line.heights(width: width).ideal > height {
            let hint = "\($0.glyphs.ellipsis) \(noticeKey) shows all"
            $0.put(hint, x: width - hint.count, y: height - 1, style: .role(.accent))
          }
        }
        y += height
      }
    }
    canvas.within(Rect(x: 0, y: height - below, width: width, height: below)) {
      footer.draw(in: &$0)
    }
  }
}

struct Panes: View {
  /// The list keeps the columns that it has on a terminal of 80, and the memo gets at least 57.
  static let leastWidth = 140
  private static let leastListWidth = 80

  static func listSize(in size: Size) -> Size {
    guard size.width >= leastWidth
    else { return size }
    // Transcript lines have at most 90 columns, plus a margin.
    let rest = size.width - min(102, size.width * 3 / 5) - 3
    return Size(width: max(leastListWidth, rest), height: size.height)
  }

  let list: any View
  let memo: (any View)?
  let isMemoFocused: Bool

  var widths: SizeRange { .flexible() }
  func heights(width: Int) -> SizeRange { .flexible() }

  func draw(in canvas: inout Canvas) {
    let (width, height) = (canvas.size.width, canvas.size.height)
    guard width >= Self.leastWidth
    else { return (isMemoFocused ? memo ?? list : list).draw(in: &canvas) }
    let left = Self.listSize(in: canvas.size).width
    let right = width - left - 3
    canvas.within(Rect(x: 0, y: 0, width: left, height: height)) {
      $0.mark(Pane.list)
      list.draw(in: &$0)
    }
    let arrows = canvas.glyphs.arrows
    canvas.put(
      isMemoFocused ? arrows.right : arrows.left, x: left + 1, y: 0,
      style: Style(foreground: .role(.accent), attributes: .bold))
    for y in 1..<max(1, height) {
      canvas.put(canvas.glyphs.border.vertical, x: left + 1, y: y, style: .role(.faint))
    }
    canvas.within(Rect(x: left + 3, y: 0, width: right, height: height)) {
      $0.mark(Pane.memo)
      (memo ?? Placeholder("No memo selected.")).draw(in: &$0)
    }
  }
}
