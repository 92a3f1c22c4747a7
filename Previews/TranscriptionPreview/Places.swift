import PreviewHarness
import TranscriptionFeature

extension TranscriptionPreview {
  static let places: [Preview<TranscriptionFeature>.Place] = [
    .init("one that runs", "down"),
    .init("one that waits", "down down"),
    .init("one that failed", "down down down"),
    .init("one that is done", "end"),
    .init("cancelled", "down c"),
    .init("paused", "p"),
    .init("another model", "down W"),
    .init("a question", "end T"),
    .init("no engine", from: "denied", "down"),
  ]
}
