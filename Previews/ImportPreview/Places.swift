import ImportFeature
import PreviewHarness

extension ImportPreview {
  static let places: [Preview<ImportFeature>.Place] = [
    .init("a name is typed", from: "empty", "type:/m"),
    .init("importing", from: "loading", "enter"),
    .init("finished, some were not imported", from: "failed", "enter"),
    .init("nothing found", from: "denied", "enter"),
  ]
}
