import ExportFeature
import PreviewHarness

extension ExportPreview {
  static let places: [Preview<ExportFeature>.Place] = [
    .init("typing a folder", "down type:x"),
    .init("typing a name", "up type:x"),
    .init("subtitles", "right right"),
    .init("line length", "right right down"),
    .init("lines per cue", "right right down down"),
    .init("audio", "left"),
    .init("not permitted", from: "denied", "enter"),
    .init("finished", "enter"),
    .init("finished, some skipped", from: "several", "enter"),
    .init("a question", "right right right right right enter"),
  ]
}
