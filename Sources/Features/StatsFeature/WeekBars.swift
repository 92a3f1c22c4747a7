import Styleguide
import TerminalUI

/// A row for each week: its first day, a bar as long as the week's share of the longest one, and
/// the amount. As many rows as there is room for, from the top.
struct WeekBars: View {
  struct Week {
    let amount: Double
    let label: String
    let text: String
  }

  private let labelColumns: Int
  private let largest: Double
  private let textColumns: Int
  private let weeks: [Week]

  init(weeks: [Week]) {
    self.weeks = weeks
    labelColumns = weeks.map(\.label.columns).max() ?? 0
    largest = weeks.map(\.amount).max() ?? 0
    textColumns = weeks.map(\.text.columns).max() ?? 0
  }

  var widths: Extent { .flexible(minimum: 1, ideal: 60) }
  func heights(width: Int) -> Extent { .flexible(minimum: 1, ideal: weeks.count) }

  func draw(in canvas: inout Canvas) {
    let width = canvas.size.width
    let room = width - labelColumns - textColumns - 2
    for (y, week) in weeks.prefix(canvas.size.height).enumerated() {
      canvas.put(week.label, x: 0, y: y, style: .role(.faint))
      // On a narrow terminal the amount matters more than the bar.
      if room > 0 { draw(week, x: labelColumns + 1, y: y, width: room, in: &canvas) }
      canvas.put(week.text, x: max(labelColumns + 1, width - week.text.columns), y: y)
    }
  }

  private func draw(_ week: Week, x: Int, y: Int, width: Int, in canvas: inout Canvas) {
    guard largest > 0, week.amount > 0
    else { return }
    // However small an amount is, something of it is seen.
    let eighths = max(1, Int((week.amount / largest * Double(width) * 8).rounded()))
    let glyphs = canvas.glyphs.progress
    for column in 0..<width {
      let part = min(8, eighths - column * 8)
      guard part > 0
      else { break }
      canvas.put(glyphs[part - 1], x: x + column, y: y, style: .role(.accent))
    }
  }
}
