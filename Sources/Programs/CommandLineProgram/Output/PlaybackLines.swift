import AudioPlayerClient
import ConcurrencyExtras
import SharedModels
import Styleguide
import TerminalClient

final class PlaybackLines: Sendable {
  private let duration: Duration
  private let state: LockIsolated<State>
  private let terminal: TerminalClient
  private let words: [Word]

  private struct State: Sendable {
    var isPaused = false
    var last = ""
    var speed: Double
  }

  init(
    duration: Duration, speed: Double, transcription: Transcription?, on terminal: TerminalClient
  ) {
    self.duration = duration
    state = LockIsolated(State(speed: speed))
    self.terminal = terminal
    words = transcription.map { Array($0.words) } ?? []
  }

  func togglePause() -> Bool {
    state.withValue {
      $0.isPaused.toggle()
      return $0.isPaused
    }
  }

  func changeSpeed(by steps: Int) -> Double {
    state.withValue {
      $0.speed = AudioPlayerClient.speed($0.speed, movedBy: steps)
      return $0.speed
    }
  }

  func draw(at time: Duration) {
    let ink = Ink(terminal)
    let width = terminal.width
    let frame = state.withValue { state -> String? in
      let text = text(at: time, width: width, ink) + "\n" + bar(at: time, state, width: width, ink)
      guard text != state.last
      else { return nil }
      defer { state.last = text }
      return state.last.isEmpty ? text : Self.start + text
    }
    if let frame { try? terminal.print(text: frame, to: .output) }
  }

  func erase() throws {
    try terminal.print(text: state.value.last.isEmpty ? "" : Self.start, to: .output)
  }

  private static let start = "\r\u{1b}[A\u{1b}[J"

  private func bar(at time: Duration, _ state: State, width: Int, _ ink: Ink) -> String {
    let speed = state.speed == 1 ? "" : " ×\(state.speed.inHundredths)"
    let mark = state.isPaused ? "‖" : "▶"
    let clock = "\(time.clock) / \(duration.clock)\(speed)"
    let bar = ProgressBar(
      fraction: duration > .zero ? time / duration : 0, width: max(5, width - clock.count - 5))
    return "\(mark) \(ink.good(bar.text)) \(clock)"
  }

  /// The words around the current one, on a line that stays until its last word was spoken.
  private func text(at time: Duration, width: Int, _ ink: Ink) -> String {
    guard !words.isEmpty
    else { return ink.dim("(no transcript)") }
    let current = words.partitioningIndex { $0.start <= time } - 1
    var line: [String] = []
    var used = 0
    for (index, word) in words.enumerated() {
      let text = word.text.printable
      if used + text.columns + 1 > max(20, width - 1) {
        if index > current { break }
        line = []
        used = 0
      }
      used += text.columns + 1
      let isLit = index == current && time < word.end
      line.append(isLit ? ink.hit(text) : index <= current ? text : ink.dim(text))
    }
    return line.joined(separator: " ")
  }
}
