import SharedModels
import Styleguide

struct TranscriptionMeter: Equatable, Sendable {
  let isShown: Bool
  private var fractions: [Recording.ID: Double] = [:]
  private let durations: [Recording.ID: Duration]
  private let width: Int

  init(_ recordings: [Recording], isShown: Bool, width: Int) {
    durations = Dictionary(
      recordings.map { ($0.id, $0.duration) }, uniquingKeysWith: { first, _ in first })
    self.isShown = isShown
    self.width = width
  }

  mutating func update(_ id: Recording.ID, fraction: Double) {
    fractions[id] = max(fractions[id] ?? 0, fraction)
  }

  var fraction: Double {
    let total = durations.values.reduce(.zero, +)
    guard total > .zero
    else { return 0 }
    let heard = durations.reduce(Duration.zero) { $0 + $1.value * (fractions[$1.key] ?? 0) }
    return heard / total
  }

  func text(elapsed: Duration) -> String {
    let percent = "\(Int(fraction * 100))%"
    let rest =
      fraction > 0.02 ? "  \((elapsed * ((1 - fraction) / fraction)).clock) left" : ""
    let bar = ProgressBar(fraction: fraction, width: max(10, min(40, width - 24)))
    return "Transcribing \(bar.text) \(percent)\(rest)"
  }
}
