import Styleguide
import TerminalUI

struct WeekBars: View {
  struct Bar {
    let amount: Double
    let label: String
    let text: String
  }

  private let labelColumns: Int
  private let largest: Double
  private let textColumns: Int
  private let bars: [Bar]

  init(_ bars: [Bar]) {
    self.bars = bars
    labelColumns = bars.map(\.label.columns).max() ?? 0
    largest = bars.map(\.amount).max() ?? 0
    textColumns = bars.map(\.text.columns).max() ?? 0
  }

  var widths: SizeRange { .flexible(minimum: 1, ideal: 60) }
  func heights(width: Int) -> SizeRange { .upTo(bars.count) }

  func draw(in canvas: inout Canvas) {
    let width = canvas.size.width
    let room = width - labelColumns - textColumns - 2
    for (y, bar) in bars.prefix(canvas.size.height).enumerated() {
      canvas.put(bar.label, x: 0, y: y, style: .role(.faint))
      // On a narrow terminal, the amount matters more than the bar.
      if room > 0 { draw(bar, x: labelColumns + 1, y: y, width: room, in: &canvas) }
      canvas.put(bar.text, x: max(labelColumns + 1, width - bar.text.columns), y: y)
    }
  }

  private func draw(_ bar: Bar, x: Int, y: Int, width: Int, in canvas: inout Canvas) {
    guard largest > 0, bar.amount > 0
    else { return }
    // Even the smallest amount leaves a visible mark.
    let eighths = max(1, Int((bar.amount / largest * Double(width) * 8).rounded()))
    let glyphs = canvas.glyphs.progress
    for column in 0..<width {
      let part = min(8, eighths - column * 8)
      guard part > 0
      else { break }
      canvas.put(glyphs[part - 1], x: x + column, y: y, style: .role(.accent))
    }
  }
}
