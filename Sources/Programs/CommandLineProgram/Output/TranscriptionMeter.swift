import ConcurrencyExtras
import Dependencies
import SharedModels
import Styleguide
import TerminalClient

final class TranscriptionMeter: Sendable {
  let elapsed: @Sendable () -> Duration
  private let durations: [Recording.ID: Duration]
  private let fractions = LockIsolated<[Recording.ID: Double]>([:])
  private let isHidden = LockIsolated(false)
  private let terminal: TerminalClient?
  private let width: Int

  init(_ recordings: [Recording]) {
    @Dependency(\.continuousClock) var clock
    @Dependency(\.terminal) var terminal
    durations = Dictionary(
      recordings.map { ($0.id, $0.duration) }, uniquingKeysWith: { first, _ in first })
    elapsed = clock.stopwatch()
    self.terminal = !terminal.isJSON && terminal.canDraw(on: .error) ? terminal : nil
    width = max(10, min(40, terminal.width - 24))
  }

  func update(_ id: Recording.ID, fraction: Double) {
    fractions.withValue { $0[id] = max($0[id] ?? 0, fraction) }
  }

  func draw() {
    if !isHidden.value { terminal?.drawProgress(text) }
  }

  func erase() {
    if !isHidden.value { terminal?.eraseProgress() }
  }

  func hide() {
    erase()
    isHidden.setValue(true)
  }

  private var fraction: Double {
    let total = durations.values.reduce(.zero, +)
    guard total > .zero
    else { return 0 }
    let fractions = fractions.value
    let transcribed = durations.reduce(Duration.zero) { $0 + $1.value * (fractions[$1.key] ?? 0) }
    return transcribed / total
  }

  private var text: String {
    let fraction = fraction
    let percent = "\(Int(fraction * 100))%"
    let rest =
      fraction > 0.02 ? "  \((elapsed() * ((1 - fraction) / fraction)).clock) left" : ""
    return "Transcribing \(ProgressBar(fraction: fraction, width: width).text) \(percent)\(rest)"
  }
}
