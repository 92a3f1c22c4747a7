import Foundation
import SharedSettings
import Testing

struct SettingTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("setting-\(UUID().uuidString)", isDirectory: true)

  /// Makes a file that holds a key, and runs work with its path.
  private func withKeyFile(mode: mode_t = 0o600, _ work: (String) throws -> Void) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("key")
    try Data("secret".utf8).write(to: file)
    chmod(file.path, mode)
    try work(file.path)
  }

  @Test("Each displayed value can be set again unchanged", arguments: Setting.allCases)
  func roundTrip(setting: Setting) throws {
    try withKeyFile { try roundTrip(setting, keyFile: $0) }
  }

  private func roundTrip(_ setting: Setting, keyFile: String) throws {
    let settings = Settings(
      assistant: "https://host/v1", assistantKey: keyFile, assistantModel: "gemma",
      compute: .cuda, engine: .program("/bin/sh"), engineKey: keyFile, language: "de",
      languages: ["en", "de"],
      model: "small",
      quality: .best, retention: Settings.Retention(memoDays: 365, trashDays: 30),
      speakers: .remember, theme: .light,
      vocabulary: ["Zoë", "budget line"])
    var other = Settings()
    try setting.set(setting.text(in: settings), in: &other)
    #expect(setting.text(in: other) == setting.text(in: settings))
    #expect(other != Settings())
  }

  @Test("The default has a name, and an empty value means the same", arguments: Setting.allCases)
  func defaults(setting: Setting) throws {
    #expect(setting.text(in: Settings()) == setting.defaultText)
    for text in [setting.defaultText, setting.defaultText.uppercased(), " "] {
      var settings = Settings(
        assistant: "https://host/v1", assistantKey: "/key", assistantModel: "gemma",
        compute: .cuda, engine: .program("/bin/sh"), engineKey: "/key", language: "de",
        languages: ["en", "de"],
        model: "small",
        quality: .best, retention: Settings.Retention(memoDays: 365, trashDays: 30),
        speakers: .remember, theme: .light,
        vocabulary: ["Zoë"])
      try setting.set(text, in: &settings)
      #expect(setting.text(in: settings) == setting.defaultText)
    }
  }

  @Test(
    "A server is set by its address, in normalized form",
    arguments: [
      ("https://api.openai.com/v1", "https://api.openai.com/v1"),
      ("HTTPS://host", "https://host/v1"), ("https://host/", "https://host/v1"),
      ("https://host:8443/openai/v1/", "https://host:8443/openai/v1"),
      ("https://host/v1/audio/transcriptions", "https://host/v1"),
      ("http://localhost:8000/v1", "http://localhost:8000/v1"),
      ("http://127.0.0.1:8000", "http://127.0.0.1:8000/v1"),
      ("http://[::1]:1", "http://[::1]:1/v1"),
    ])
  func server(text: String, address: String) throws {
    var settings = Settings()
    try Setting.engine.set(text, in: &settings)
    #expect(settings.engine == .server(address))
    #expect(Setting.engine.text(in: settings) == address)
    let coded = try JSONDecoder().decode(Settings.self, from: JSONEncoder().encode(settings))
    #expect(coded.engine == .server(address))
  }

  @Test(
    "Insecure addresses and addresses with extra parts are refused",
    arguments: [
      ("http://api.openai.com/v1", "use https"), ("http://127.0.0.1.example.org/v1", "use https"),
      ("http://192.168.1.7:8000/v1", "the key and the audio: use https"),
      ("https://secret@host/v1", "SPEECHMEMO_ENGINE_KEY"),
      ("https://host/v1?key=secret", "SPEECHMEMO_ENGINE_KEY"),
      ("https:///v1", "not a server's address"),
      ("https://", "not a server's address"), ("https:host", "not a server's address"),
    ])
  func noServer(text: String, help: String) {
    var settings = Settings()
    let problem = #expect(throws: Setting.Problem.self) {
      try Setting.engine.set(text, in: &settings)
    }
    #expect(problem?.description.contains(help) == true, "\(problem?.description ?? "")")
    #expect(problem?.description.contains("secret") == false)
    #expect(settings == Settings())
  }

  @Test(
    "A language model's server is set by its address, too",
    arguments: [
      ("http://localhost:11434", "http://localhost:11434/v1"),
      ("https://api.openai.com/v1/chat/completions", "https://api.openai.com/v1"),
    ])
  func assistant(text: String, address: String) throws {
    var settings = Settings()
    try Setting.assistant.set(text, in: &settings)
    #expect(settings.assistant == address)
    let coded = try JSONDecoder().decode(Settings.self, from: JSONEncoder().encode(settings))
    #expect(coded == settings)
    try Setting.assistant.set("off", in: &settings)
    #expect(settings == Settings())
  }

  @Test(
    "A language model's server has the same rules, with its own settings in the errors",
    arguments: [
      ("http://192.168.1.7:11434", "the key and the transcripts: use https"),
      ("https://secret@host", "SPEECHMEMO_ASSISTANT_KEY"),
      ("https://host?key=secret", "'speechmemo settings assistant-key'"), ("gemma", "or 'off'"),
      ("on", "or 'off'"),
    ])
  func noAssistant(text: String, help: String) {
    var settings = Settings()
    let problem = #expect(throws: Setting.Problem.self) {
      try Setting.assistant.set(text, in: &settings)
    }
    #expect(problem?.description.contains(help) == true, "\(problem?.description ?? "")")
    #expect(problem?.description.contains("secret") == false)
    #expect(settings == Settings())
  }

  @Test("A library shared by several machines does not share the language model's server")
  func ownMachine() {
    #expect(
      Setting.ofLibrary.allSatisfy {
        ![.assistant, .assistantKey, .assistantModel, .engine, .engineKey].contains($0)
      })
  }

  @Test("A key is named by a file that only its user may read, and never shown")
  func key() throws {
    try withKeyFile { path in
      var settings = Settings()
      try Setting.engineKey.set(path, in: &settings)
      #expect(settings.engineKey == path)
      #expect(settings.assistantKey == nil)
      try Setting.assistantKey.set(path, in: &settings)
      #expect(settings.assistantKey == path)
    }
    try withKeyFile(mode: 0o644) { path in
      var settings = Settings()
      let problem = #expect(throws: Setting.Problem.self) {
        try Setting.engineKey.set(path, in: &settings)
      }
      #expect(problem?.description.contains("chmod 600") == true)
    }
    for text in ["sk-secret", "/tmp", "/nowhere/secret"] {
      var settings = Settings()
      let problem = #expect(throws: Setting.Problem.self) {
        try Setting.engineKey.set(text, in: &settings)
      }
      #expect(problem?.description.contains("file not found") == true)
      #expect(problem?.description.contains("secret") == false)
    }
  }

  @Test("Any language is not a language code")
  func anyLanguage() throws {
    var settings = Settings(language: "de")
    try Setting.language.set("Any", in: &settings)
    #expect(settings.language == nil)
  }

  @Test(
    "An invalid value is refused with a valid example, and changes nothing",
    arguments: [
      (Setting.engine, "/nowhere/engine", "'whisper'"), (.engine, "/tmp", "'whisper'"),
      (.language, "xx", "af, am, ar"), (.language, "German", "'auto'"), (.language, "d3", "'auto'"),
      (.memoDays, "0", "from 1 to 36500"), (.memoDays, "soon", "'forever'"),
      (.trashDays, "1.5", "from 1 to 36500"), (.trashDays, "36501", "'forever'"),
      (.quality, "better", "'best'"), (.compute, "gpu", "'cuda'"), (.languages, "xx", "af, am, ar"),
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

  @Test("A model's folder is stored as an absolute path, and a name unchanged")
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

  @Test("Errors name the default of the setting", arguments: ["auto", "german", "xx"])
  func languageDefaults(text: String) {
    var settings = Settings()
    let problem = #expect(throws: Setting.Problem.self) {
      try Setting.languages.set("en, \(text)", in: &settings)
    }
    #expect(problem?.description.contains("'all'") == true, "\(problem?.description ?? "")")
    #expect(settings == Settings())
  }

  @Test("Languages are set once each, and limit what is detected")
  func languages() throws {
    var settings = Settings()
    try Setting.languages.set("EN, de en", in: &settings)
    #expect(settings.languages == ["en", "de"])
    #expect(settings.transcription.languages == ["en", "de"])
    #expect(throws: Setting.Problem.self) { try Setting.languages.set("en, any", in: &settings) }
    #expect(throws: Setting.Problem.self) { try Setting.languages.set("en, xx", in: &settings) }
    #expect(settings.languages == ["en", "de"])
    settings.language = "fr"
    #expect(settings.transcription.languages == nil)
    try Setting.languages.set("all", in: &settings)
    #expect(settings.languages.isEmpty)
  }

  @Test("The vocabulary is set as a whole, between commas")
  func vocabulary() throws {
    var settings = Settings(vocabulary: ["old"])
    try Setting.vocabulary.set("Zoë, budget line ,Zoë", in: &settings)
    #expect(settings.vocabulary == ["Zoë", "budget line"])
  }
}
