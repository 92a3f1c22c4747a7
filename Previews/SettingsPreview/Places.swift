import PreviewHarness
import SettingsFeature

extension SettingsPreview {
  static let places: [Preview<SettingsFeature>.Place] = [
    .init("engine", "enter type:x"),
    .init("no such engine", "enter type:/x enter"),
    .init("models", "down enter"),
    .init("another model", "down enter end enter"),
    .init("a model to fetch", "down enter down down down enter"),
    .init("language", "down down enter type:x"),
    .init("vocabulary", "down down down enter"),
    .init("a word is typed", "down down down enter type:x"),
    .init("theme", "down down down down"),
    .init("old memos", "down down down down down enter type:x"),
    .init("what would be deleted", "down down down down down enter type:1 enter"),
    .init("nothing would be deleted", from: "empty", "down down down down down enter type:1 enter"),
    .init("deleted", "down down down down down enter type:1 enter y"),
    .init("not planned", from: "failed", "down down down down down enter type:1 enter"),
    .init("trash", "down down down down down down"),
    .init("speakers", "end"),
  ]
}
