import Dependencies
import Styleguide
import TerminalClient

final class MemoMeter {
  private let terminal: TerminalClient?
  private let title: String
  private let width: Int
  private var percent: Int?

  init(_ title: String) {
    @Dependency(\.terminal) var terminal
    self.terminal = !terminal.isJSON && terminal.canDraw(on: .error) ? terminal : nil
    self.title = title
    width = max(10, min(40, terminal.width - title.count - 12))
  }

  func update(_ done: Int, of total: Int) {
    let percent = total > 0 ? min(100, done * 100 / total) : 100
    guard percent != self.percent
    else { return }
    self.percent = percent
    let bar = ProgressBar(fraction: Double(percent) / 100, width: width)
    terminal?.drawProgress("\(title) \(bar.text) \(percent)%")
  }

  func erase() {
    if percent != nil { terminal?.eraseProgress() }
    percent = nil
  }
}
