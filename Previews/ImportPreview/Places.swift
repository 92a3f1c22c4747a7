import ImportFeature
import PreviewHarness

extension ImportPreview {
  static let places: [Preview<ImportFeature>.Place] = [
    .init("typing a name", from: "empty", "type:/m"),
    .init("importing", from: "loading", "enter"),
    .init("finished, some failed", from: "failed", "enter"),
    .init("nothing found", from: "denied", "enter"),
  ]
}
