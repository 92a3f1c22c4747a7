import PreviewHarness
import RecordMemoFeature

extension RecordMemoPreview {
  static let places: [Preview<RecordMemoFeature>.Place] = [
    .init("recording", from: "empty", "enter wait:0.3"),
    .init("paused", from: "empty", "enter wait:1 space"),
    .init("saved", from: "empty", "enter wait:0.3 enter"),
    .init("a question", from: "empty", "enter wait:0.3 d"),
    .init("discarded", from: "empty", "enter wait:0.3 d y"),
    .init("devices", from: "empty", "v"),
    .init("not permitted", from: "denied", "enter"),
    .init("no devices", from: "noserver", "v"),
    .init("the disk is full", from: "failed", "enter"),
    .init("a question about a draft", from: "draft", "d"),
    .init("a draft is still there", from: "undiscarded", "d y"),
  ]
}
