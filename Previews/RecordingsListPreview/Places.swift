import PreviewHarness
import RecordingsListFeature

extension RecordingsListPreview {
  static let places: [Preview<RecordingsListFeature>.Place] = [
    .init("a memo is selected", "down"),
    .init("renaming", "down r type:x"),
    .init("tagging", "down down t type:x"),
    .init("tags of several memos", from: "marked", "t type:x"),
    .init("typing a filter", "/ type:bud"),
    .init("nothing matches", "/ type:zzz"),
    .init("filtered", "/ type:bud enter"),
    .init("favorites only", "F"),
    .init("after a deletion", "down d"),
    .init("copying", "down C"),
    .init("unsaved title", "down r type:x escape"),
    .init("a saved filter is selected", from: "filters", "down"),
    .init("a tag is selected", from: "filters", "down down"),
    .init("not saved", from: "full disk", "down f"),
  ]
}
