import PreviewHarness
import TranscriptionFeature

extension TranscriptionPreview {
  static let places: [Preview<TranscriptionFeature>.Place] = [
    .init("a running job", "down"),
    .init("a queued job", "down down"),
    .init("a failed job", "down down down"),
    .init("a completed job", "end"),
    .init("canceled", "down c"),
    .init("paused", "p"),
    .init("another model", "down W"),
    .init("a question", "end T"),
    .init("no engine", from: "denied", "down"),
  ]
}
