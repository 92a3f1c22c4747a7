import Styleguide
import TerminalUI

/// The column widths. Narrow windows lose the time of day, then first words and date, then state.
struct ListColumns: Equatable {
  /// 16 with the time of day, 10 without, 0 if hidden.
  let date: Int
  let hasState: Bool
  let length: Int
  let title: Int
  let words: Int

  init(width: Int) {
    date = width >= 90 ? 16 : width >= 56 ? 10 : 0
    hasState = width >= 30
    length = hasState ? 7 : 0
    let rest = max(0, width - 2 - (length > 0 ? length + 1 : 0) - (date > 0 ? date + 1 : 0))
    words = date > 0 ? rest * 9 / 20 : 0
    title = words > 0 ? rest - words - 1 : rest
  }

  var hasWords: Bool { words > 0 }
}

struct ListHeader: Component {
  let columns: ListColumns

  var body: some View {
    HStack(spacing: 1) {
      Text(" ")
      Text("Title").frame(width: columns.title)
      if columns.hasWords {
        Text("First words").frame(width: columns.words)
        Text("Date").frame(width: columns.date)
      }
      if columns.length > 0 {
        Text("Length").frame(width: columns.length, alignment: .topTrailing)
      }
    }
    .foreground(.faint)
    .underline()
  }
}

struct HeadedList: View {
  let count: Int
  let list: any View

  var widths: SizeRange { .flexible(minimum: 1) }
  func heights(width: Int) -> SizeRange { .flexible(minimum: 1) }

  func draw(in canvas: inout Canvas) {
    let (width, height) = (canvas.size.width, canvas.size.height)
    let head = height > 2 ? 1 : 0
    let scrolls = count > height - head && width > 2
    canvas.within(Rect(x: 0, y: 0, width: width, height: head)) {
      $0.fill(with: " ", style: Style(foreground: .role(.faint), attributes: .underline))
      $0.within(Rect(x: 0, y: 0, width: width - (scrolls ? 1 : 0), height: 1)) {
        ListHeader(columns: ListColumns(width: $0.size.width)).draw(in: &$0)
      }
    }
    canvas.within(Rect(x: 0, y: head, width: width, height: height - head)) {
      list.draw(in: &$0)
    }
  }
}
