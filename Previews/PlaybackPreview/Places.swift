import PlaybackFeature
import PreviewHarness

extension PlaybackPreview {
  static let places: [Preview<PlaybackFeature>.Place] = [
    .init("playing", "space wait:0.3"),
    .init("selecting a word", "w"),
    .init("editing a segment", "w e type:x"),
    .init("after an edit", "w e type:x enter"),
    .init("editing a paragraph", "P type:x"),
    .init("editing a long paragraph", from: "long", "P type:x"),
    .init("editing the title", "r type:x"),
    .init("editing the tags", "t type:x"),
    .init("editing in the text editor", "E"),
    .init("speakers, none known", "S"),
    .init("speakers", from: "voices", "S"),
    .init("naming a speaker", from: "voices", "S enter type:x"),
    .init("merging speakers", from: "voices", "S down enter"),
    .init("a question about a voice", from: "voices", "S down down down down enter"),
    .init("forgetting a voice", from: "voices", "S end enter"),
    .init("restoring unsaved text", from: "unsaved", "R"),
    .init("finding", "/ type:budget"),
    .init("found", "/ type:budget enter"),
    .init("found in an hour", from: "long", "/ type:talk enter ]"),
    .init("not found", "/ type:zzz"),
    .init("going to a time", "g type:x"),
    .init("copying", "w C"),
    .init("an alert", from: "gone", "space"),
  ]
}
