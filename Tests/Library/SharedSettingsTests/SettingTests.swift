import Foundation
import SharedSettings
import Testing

struct SettingTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("setting-\(UUID().uuidString)", isDirectory: true)

  @Test("What is shown can be set again, and sets the same", arguments: Setting.allCases)
  func roundTrip(setting: Setting) throws {
    let settings = Settings(
      engine: .program("/bin/sh"), language: "de", model: "small",
      retention: Settings.Retention(memoDays: 365, trashDays: 30),
      speakers: .remember, theme: .light,
      vocabulary: ["Zoë", "budget line"])
    var other = Settings()
    try setting.set(setting.text(in: settings), in: &other)
    #expect(setting.text(in: other) == setting.text(in: settings))
    #expect(other != Settings())
  }

  @Test("The default has a word, and nothing at all says it too", arguments: Setting.allCases)
  func defaults(setting: Setting) throws {
    #expect(setting.text(in: Settings()) == setting.defaultText)
    for text in [setting.defaultText, setting.defaultText.uppercased(), " "] {
      var settings = Settings(
        engine: .program("/bin/sh"), language: "de", model: "small",
        retention: Settings.Retention(memoDays: 365, trashDays: 30),
        speakers: .remember, theme: .light,
        vocabulary: ["Zoë"])
      try setting.set(text, in: &settings)
      #expect(setting.text(in: settings) == setting.defaultText)
    }
  }

  @Test("Any language is no language's code")
  func anyLanguage() throws {
    var settings = Settings(language: "de")
    try Setting.language.set("Any", in: &settings)
    #expect(settings.language == nil)
  }

  @Test(
    "What is no value is refused with what would be one, and changes nothing",
    arguments: [
      (Setting.engine, "/nowhere/engine", "'whisper'"), (.engine, "/tmp", "'whisper'"),
      (.language, "xx", "af, am, ar"), (.language, "German", "'auto'"), (.language, "d3", "'auto'"),
      (.memoDays, "0", "from 1 to 36500"), (.memoDays, "soon", "'forever'"),
      (.trashDays, "1.5", "from 1 to 36500"), (.trashDays, "36501", "'forever'"),
      (.theme, "pink", "system, dark, light, plain"), (.model, "/nowhere/model", "model.bin"),
      (.model, "./model", "model.bin"), (.model, "a/b/c", "model.bin"),
    ])
  func refused(setting: Setting, text: String, help: String) {
    var settings = Settings(vocabulary: ["Zoë"])
    let problem = #expect(throws: Setting.Problem.self) { try setting.set(text, in: &settings) }
    #expect(problem?.description.contains(help) == true)
    #expect(problem?.description.contains("'\(text)'") == true)
    #expect(settings == Settings(vocabulary: ["Zoë"]))
  }

  @Test("A model's folder is kept by its whole path, a name as it is")
  func model() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data().write(to: folder.appendingPathComponent("model.bin"))
    var settings = Settings()
    try Setting.model.set(folder.path + "/../\(folder.lastPathComponent)", in: &settings)
    #expect(settings.model == folder.standardizedFileURL.path)
    try Setting.model.set("someone/their-model", in: &settings)
    #expect(settings.model == "someone/their-model")
  }

  @Test("The vocabulary is set as a whole, between commas")
  func vocabulary() throws {
    var settings = Settings(vocabulary: ["old"])
    try Setting.vocabulary.set("Zoë, budget line ,Zoë", in: &settings)
    #expect(settings.vocabulary == ["Zoë", "budget line"])
  }
}
