import ExportFeature
import PreviewHarness

extension ExportPreview {
  static let places: [Preview<ExportFeature>.Place] = [
    .init("a folder is typed", "down type:x"),
    .init("a name is typed", "up type:x"),
    .init("subtitles", "right right"),
    .init("how long a line is", "right right down"),
    .init("how many lines", "right right down down"),
    .init("sound", "left"),
    .init("refused", from: "denied", "enter"),
    .init("finished", "enter"),
    .init("finished, some left out", from: "several", "enter"),
    .init("a question", "right right right right right enter"),
  ]
}
