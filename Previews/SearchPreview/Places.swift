import PreviewHarness
import SearchFeature

extension SearchPreview {
  static let places: [Preview<SearchFeature>.Place] = [
    .init("searching", "type:budget"),
    .init("found", "type:budget wait:0.3"),
    .init("another place", "type:budget wait:0.3 down"),
    .init("not found", "type:zzz wait:0.3"),
    .init("a problem", from: "failed", "type:budget wait:0.3"),
    .init("no answer", from: "loading", "type:budget wait:0.3"),
  ]
}
