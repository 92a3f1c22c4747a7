import PreviewHarness
import RecordingsListFeature

extension RecordingsListPreview {
  static let places: [Preview<RecordingsListFeature>.Place] = [
    .init("a memo is chosen", "down"),
    .init("renaming", "down r type:x"),
    .init("tagging", "down down t type:x"),
    .init("tags of several", from: "marked", "t type:x"),
    .init("a filter is typed", "/ type:bud"),
    .init("nothing matches", "/ type:zzz"),
    .init("filtered", "/ type:bud enter"),
    .init("favourites only", "F"),
    .init("after a deletion", "down d"),
    .init("copying", "down C"),
    .init("what was typed was left", "down r type:x escape"),
    .init("a saved filter is chosen", from: "filters", "down"),
    .init("a tag is chosen", from: "filters", "down down"),
    .init("not saved", from: "full disk", "down f"),
  ]
}
