import PreviewHarness
import TrashFeature

extension TrashPreview {
  static let places: [Preview<TrashFeature>.Place] = [
    .init("another memo", "down"),
    .init("a question", "d"),
    .init("a question about all", "X"),
    .init("deleted permanently", "d y"),
    .init("restored", "u"),
    .init("details", "I"),
    .init("not restored", from: "readonly", "u"),
  ]
}
