import PreviewHarness
import SearchFeature

extension SearchPreview {
  static let places: [Preview<SearchFeature>.Place] = [
    .init("searching", "type:budget"),
    .init("found", "type:budget wait:0.3"),
    .init("another match", "type:budget wait:0.3 down"),
    .init("not found", "type:zzz wait:0.3"),
    .init("failed", from: "failed", "type:budget wait:0.3"),
    .init("loading", from: "loading", "type:budget wait:0.3"),
  ]
}
