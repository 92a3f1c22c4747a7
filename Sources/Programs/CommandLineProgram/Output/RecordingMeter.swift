import AudioRecorderClient
import ConcurrencyExtras
import Styleguide
import TerminalClient

final class RecordingMeter: Sendable {
  let isShown: Bool
  private let terminal: TerminalClient
  private let state = LockIsolated(State())

  private struct State: Sendable {
    var isPaused = false
    var remark: String?
    var text = ""
  }

  init(on terminal: TerminalClient) {
    isShown = !terminal.isJSON && terminal.canDraw(on: .error)
    self.terminal = terminal
  }

  var remark: String? {
    get { state.withValue(\.remark) }
    set { state.withValue { $0.remark = newValue } }
  }

  func setText(_ text: String) {
    state.withValue { $0.text = text.printable }
  }

  func togglePause() -> Bool {
    state.withValue {
      $0.isPaused.toggle()
      return $0.isPaused
    }
  }

  func draw(_ level: AudioLevel, time: Duration) {
    terminal.drawProgress(line(level, time: time, width: terminal.width))
  }

  func erase() {
    if isShown { terminal.eraseProgress() }
  }

  private func line(_ level: AudioLevel, time: Duration, width: Int) -> String {
    let ink = Ink(terminal, stream: .error)
    let state = state.value
    guard !state.isPaused
    else {
      let rest = "\(time.clock) paused; space resumes"
      return ink.bold("‖ \(rest)".truncated(toColumns: max(1, width - 1)))
    }
    let bar = ProgressBar(fraction: level.meterFraction, width: 10).text
    let clock = time.clock
    let room = max(0, width - clock.count - 16)
    let text = state.text.end(fittingColumns: room)
    let loudness = level.peak >= 0.99 ? ink.wrong(bar) : ink.good(bar)
    return "\(ink.wrong("●")) \(clock) \(loudness) \(text)"
  }
}

extension String {
  fileprivate func end(fittingColumns room: Int) -> String {
    var rest = self[...]
    var columns = rest.columns
    guard columns > room
    else { return self }
    while columns >= max(1, room), let first = rest.popFirst() { columns -= first.columns }
    return room > 0 ? "…" + rest : ""
  }
}
