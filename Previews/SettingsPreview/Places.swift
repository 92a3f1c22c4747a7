import PreviewHarness
import SettingsFeature

extension SettingsPreview {
  static let places: [Preview<SettingsFeature>.Place] = [
    .init("engine", "enter type:x"),
    .init("no such engine", "enter type:/x enter"),
    .init("models", "down enter"),
    .init("another model", "down enter end enter"),
    .init("a model to download", "down enter down down down enter"),
    .init("language", "down down enter type:x"),
    .init("vocabulary", "down down down enter"),
    .init("typing a word", "down down down enter type:x"),
    .init("theme", "down down down down"),
    .init("old memos", "down down down down down enter type:x"),
    .init("memos to be deleted", "down down down down down enter type:1 enter"),
    .init("nothing to delete", from: "empty", "down down down down down enter type:1 enter"),
    .init("deleted", "down down down down down enter type:1 enter y"),
    .init("the plan failed", from: "failed", "down down down down down enter type:1 enter"),
    .init("trash", "down down down down down down"),
    .init("speakers", "end"),
    .init("playback device", from: "devices", "end"),
    .init("choosing a playback device", from: "devices", "end enter"),
  ]
}
