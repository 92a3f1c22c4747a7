import ConcurrencyExtras
import TerminalClient
import DatabaseClient
import Dependencies
import FileStorage
import Foundation
import LanguageModelClient
import SharedModels
import SpeechClient
import Testing

struct SettingsTests {
  private let session: CommandSession
  private let files = FileStorage.inMemory
  private let requests = LockIsolated<[TranscriptionRequest]>([])

  init() throws {
    let old = TranscribedMemo.numbered(1, title: "Old one")
    let new = TranscribedMemo.numbered(11, title: "New one")
    session = try CommandSession([old, new])
  }

  private func run(_ arguments: String...) async -> CommandSession.Outcome {
    await session.run(arguments) {
      $0.defaultFileStorage = files
      $0.retentionKeeper = .liveValue
      $0.speechClient.engineStatus = {
        SpeechEngineStatus(models: [SpeechModel(name: "small"), SpeechModel(name: "tiny.en")])
      }
      let transcribe = $0.speechClient.transcribe
      $0.speechClient.transcribe = { [requests] request in
        requests.withLock { $0.append(request) }
        return transcribe(request)
      }
    }
  }

  private func write(_ json: String) throws {
    try files.write(Data(json.utf8), to: session.folder.settings)
  }

  @Test("The settings are shown, a line each, with the words that set them")
  func show() async {
    #expect(
      await run("settings")
        == .init(
          0,
          output: """
            engine           whisper
            engine-key       none
            model            default
            language         auto
            vocabulary
            theme            system
            memo-days        forever
            trash-days       forever
            speakers         off
            quality          fast
            compute          auto
            languages        all
            assistant        off
            assistant-key    none
            assistant-model  default
            webhook          none

            """))
    #expect(await run("settings", "theme") == .init(0, output: "theme  system\n"))
    let lines = await run("settings", "--json").objects
    #expect(lines.count == 16)
    #expect(lines.map { Set($0.keys) }.allSatisfy { $0 == ["setting", "value", "isDefault"] })
    #expect(lines.allSatisfy { $0["isDefault"] as? Bool == true })
  }

  @Test("Settings are shown and stay")
  func set() async {
    #expect(await run("settings", "language", "DE") == .init(0, output: "language  de\n"))
    #expect(
      await run("settings", "vocabulary", "Zoë,", "budget", "line").output
        == "vocabulary  Zoë, budget line\n")
    #expect(await run("settings", "language").output == "language  de\n")
    let line = await run("settings", "vocabulary", "--json").objects.first
    #expect(line?["value"] as? String == "Zoë, budget line")
    #expect(line?["isDefault"] as? Bool == false)
    #expect(await run("settings", "language", "auto").output == "language  auto\n")
  }

  @Test("A new server is checked, with a note that speech is sent there")
  func server() async {
    func set(_ status: SpeechEngineStatus) async -> CommandSession.Outcome {
      await session.run(["settings", "engine", "https://host"]) {
        $0.defaultFileStorage = files
        $0.speechClient.engineStatus = { status }
      }
    }
    let host = SpeechServer(name: "host", isOnThisMachine: false)
    let good = await set(SpeechEngineStatus(models: [SpeechModel(name: "a")], server: host))
    #expect(good.output == "engine  https://host/v1\n")
    #expect(good.error == "From now on, audio to transcribe is sent to host.\n")
    let bad = await set(
      SpeechEngineStatus(server: host, failure: .engine(message: "no key", hint: "get one")))
    #expect(bad.status == 0)
    #expect(bad.error.hasSuffix("\nspeechmemo: no key; get one\n"))
    _ = await run("settings", "model", "small")
    let other = await set(SpeechEngineStatus(models: [SpeechModel(name: "a")], server: host))
    #expect(
      other.error.hasSuffix("the speech server host has no model 'small': use default, one of a\n"))
    let here = await set(
      SpeechEngineStatus(server: SpeechServer(name: "host", isOnThisMachine: true)))
    #expect(here.error == "")
  }

  @Test("A new language model is checked, with a note that transcripts are sent there")
  func assistant() async {
    func set(
      _ arguments: String..., client: LanguageModelClient
    ) async -> CommandSession.Outcome {
      await session.run(["settings"] + arguments) {
        $0.defaultFileStorage = files
        $0.languageModel = client
      }
    }
    var remote = LanguageModelClient.scripted([])
    remote.server = { LanguageModelServer(name: "host", isOnThisMachine: false) }
    #expect(
      await set("assistant", "https://host", client: remote)
        == .init(
          0, output: "assistant  https://host/v1\n",
          error: "From now on, transcripts to summarize are sent to host.\n"))
    remote.model = {
      throw LanguageModelClient.Failure(.server, message: "no model", hint: "add one")
    }
    let bad = await set("assistant-model", "gemma", client: remote)
    #expect(bad.status == 0 && bad.output == "assistant-model  gemma\n")
    #expect(bad.error.hasSuffix("\nspeechmemo: no model; add one\n"))
    #expect(
      await set("assistant", "http://localhost:11434", client: .scripted([]))
        == .init(0, output: "assistant  http://localhost:11434/v1\n"))
    #expect(await set("assistant", "off", client: .off) == .init(0, output: "assistant  off\n"))
    let wrong = await set("assistant", "ollama", client: .off)
    #expect(wrong.status == 1)
    #expect(
      wrong.error == """
        speechmemo: assistant: 'ollama' is not a server's address: use one such as \
        'http://localhost:11434/v1', or 'off'

        """)
  }

  @Test("An unknown model or language is refused when it is set")
  func unknown() async {
    let model = await run("settings", "model", "tinny")
    #expect(model.status == 1)
    #expect(
      model.error == """
        speechmemo: model: the speech engine has no model 'tinny': use default, a folder with a \
        model, or one of small, tiny.en

        """)
    #expect(await run("settings", "model").output == "model  default\n")
    #expect(await run("settings", "model", "tiny.en").status == 0)
    let language = await run("settings", "language", "xx")
    #expect(language.status == 1)
    #expect(
      language.error.contains(
        "Whisper does not support the language 'xx': use 'auto', or one of af, am,"))
    #expect(await run("settings", "language").output == "language  auto\n")
  }

  @Test("Completion offers setting names and values")
  func complete() async {
    func offered(_ words: String...) async -> [Substring] {
      await session.run(["complete", "settings", "--", "settings"] + words) {
        $0.speechClient.engineStatus = {
          SpeechEngineStatus(models: [SpeechModel(name: "small"), SpeechModel(name: "tiny.en")])
        }
      }.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } }
    }
    #expect(await offered("--json").starts(with: ["engine", "engine-key", "model"]))
    #expect(await offered("model") == ["default", "small", "tiny.en"])
    #expect(await offered("language").starts(with: ["auto", "af"]))
    #expect(await offered("theme") == ["system", "dark", "light", "plain"])
    #expect(await offered("compute") == ["auto", "cpu", "cuda"])
    #expect(await offered("quality") == ["fast", "best"])
    #expect(await offered("webhook") == ["none", "test"])
    #expect(await offered("memo-days") == ["forever"])
    #expect(await offered("assistant") == ["off"])
    #expect(await offered("vocabulary") == [])
    #expect(await offered("colour") == [])
    #expect(await offered("model", "small") == [])
  }

  @Test("A language that the model does not support is refused, in either order")
  func unsupported() async {
    func run(_ arguments: String...) async -> CommandSession.Outcome {
      await session.run(arguments) {
        $0.defaultFileStorage = files
        $0.speechClient.engineStatus = {
          SpeechEngineStatus(
            model: "tiny.en",
            models: [
              SpeechModel(name: "tiny.en", folder: "/t", languages: ["en"]),
              SpeechModel(name: "base", folder: "/b", languages: ["de", "en"]),
              SpeechModel(name: "own", folder: "/o"),
            ])
        }
      }
    }
    #expect(
      await run("settings", "language", "de")
        == .init(
          1,
          error: """
            speechmemo: language: the model 'tiny.en' does not support the language 'de': select \
            another model first, such as with 'speechmemo models use base'

            """))
    #expect(await run("settings", "language").output == "language  auto\n")
    #expect(await run("settings", "language", "en").status == 0)
    #expect(await run("models", "use", "base").status == 0)
    #expect(await run("settings", "language", "de").status == 0)
    let refusal = """
      speechmemo: model: the model 'tiny.en' does not support the language 'de': run 'speechmemo \
      settings language auto' first

      """
    for command in [["settings", "model"], ["models", "use"]] {
      for model in ["tiny.en", "default"] {
        let outcome = await session.run(command + [model]) {
          $0.defaultFileStorage = files
          $0.speechClient.engineStatus = {
            SpeechEngineStatus(
              model: "tiny.en",
              models: [SpeechModel(name: "tiny.en", folder: "/t", languages: ["en"])])
          }
        }
        #expect(outcome == .init(1, error: refusal))
      }
    }
    #expect(await run("settings", "model", "own").status == 0)
    #expect(await run("settings", "language", "fr").status == 0)
    let broken = await session.run("settings", "language", "de") {
      $0.defaultFileStorage = files
      $0.speechClient.engineStatus = { SpeechEngineStatus(failure: .engine(message: "broken")) }
    }
    #expect(broken == .init(0, output: "language  de\n"))
  }

  @Test("A variable that takes precedence over a setting is named")
  func overridden() async throws {
    func run(_ variable: String, _ arguments: String...) async -> CommandSession.Outcome {
      await session.run(["settings"] + arguments) {
        $0.defaultFileStorage = files
        $0.terminal.environment = { [variable: "/elsewhere"] }
      }
    }
    func warning(_ variable: String, _ setting: String) -> String {
      "speechmemo: \(variable) is set and takes precedence: unset it to use the setting \(setting)\n"
    }
    let program = "/bin/sh"
    for variable in ["SPEECHMEMO_ENGINE", "SPEECHMEMO_HELPER"] {
      let set = await run(variable, "engine", program)
      #expect(set.status == 0 && set.error == warning(variable, "engine"))
      #expect(await run(variable, "engine").error == warning(variable, "engine"))
    }
    #expect(await run("SPEECHMEMO_MODELS", "engine").error == "")
    // It names the folder of that engine.
    #expect(await run("SPEECHMEMO_ENGINE", "engine", "whisper").error == "")
    #expect(
      await run("SPEECHMEMO_HELPER", "engine").error == warning("SPEECHMEMO_HELPER", "engine"))
    #expect(
      await run("SPEECHMEMO_ENGINE_KEY", "engine-key").error
        == warning("SPEECHMEMO_ENGINE_KEY", "engine-key"))
    #expect(
      await run("SPEECHMEMO_ASSISTANT_KEY", "assistant-key").error
        == warning("SPEECHMEMO_ASSISTANT_KEY", "assistant-key"))
    #expect(await run("SPEECHMEMO_ENGINE", "theme").error == "")
  }

  @Test("An invalid setting is reported and changes nothing")
  func wrong() async {
    let outcome = await run("settings", "memo-days", "0")
    #expect(
      outcome
        == .init(
          1,
          error: """
            speechmemo: memo-days: '0' is not a number of days: use one from 1 to 36500, or \
            'forever'

            """))
    #expect(await run("settings", "memo-days").output == "memo-days  forever\n")
    #expect(await run("settings", "colour", "red").status == 2)
  }

  @Test("Transcriptions use the settings unless options override them")
  func transcription() async throws {
    for (name, value) in [("model", "small"), ("language", "de"), ("vocabulary", "Zoë")] {
      _ = await run("settings", name, value)
    }
    let path = try session.file("memo.wav")
    #expect(await run("import", path).status == 0)
    #expect(requests.value.last?.model == "small")
    #expect(
      requests.value.last?.settings
        == TranscriptionSettings(beamSize: 1, language: "de", vocabulary: "Zoë"))
    let other = try session.file("other.wav", "other sound")
    #expect(await run("import", other, "--model", "tiny.en", "--language", "auto").status == 0)
    #expect(requests.value.last?.model == "tiny.en")
    #expect(
      requests.value.last?.settings == TranscriptionSettings(beamSize: 1, vocabulary: "Zoë"))
    #expect(await run("retry", "00000000-0000-0000-0000-000000000000").status == 0)
    #expect(requests.value.last?.model == "small")
  }

  @Test("Unreadable settings are reported, kept aside, and do not stop an import")
  func broken() async throws {
    try write("{ what")
    let outcome = await run("import", try session.file("memo.wav"))
    #expect(outcome.status == 0)
    #expect(outcome.error.contains("settings.json"))
    #expect(outcome.error.contains("kept as"))
    #expect(requests.value.last?.settings == TranscriptionSettings(beamSize: 1))
    #expect(try files.read(session.folder.settings).data == nil)
  }

  @Test(
    "Unreadable settings are reported once, also with options that are checked against them",
    arguments: [["--language", "en"], ["--model", "tiny.en"], ["--vocabulary", "Zoë"]],
    ["import", "transcribe"])
  func brokenWithOptions(options: [String], command: String) async throws {
    try write("{ what")
    let path = try session.file("memo.wav")
    let outcome = await session.run([command, path] + options + options) {
      $0.defaultFileStorage = files
    }
    #expect(outcome.error.matches(of: /kept as/).count == 1, "\(outcome.error)")
  }

  @Test("Unreadable settings are reported when a model is selected")
  func brokenModels() async throws {
    try write("{ what")
    #expect(await run("models", "use", "default").error.contains("kept as"))
  }

  @Test("With settings that cannot be understood nothing is tidied away")
  func brokenTidy() async throws {
    try write(#"{"retention": {"memoDays": 0}}"#)
    let outcome = await run("tidy")
    #expect(outcome.status == 1)
    #expect(outcome.error.contains("nothing was moved"))
    #expect(try await session.database.recordings(matching: RecordingQuery()).count == 2)
  }

  @Test("Retention shows its effect, and applies when the library is tidied")
  func tidy() async throws {
    #expect(await run("tidy") == .init(0, error: "Nothing is old enough to be moved or deleted.\n"))
    let set = await run("settings", "memo-days", "5")
    #expect(set.output == "memo-days  5\n")
    #expect(set.error.contains("1 memo (352 KB) would be moved to the trash."))
    #expect(set.error.contains("'speechmemo tidy'"))
    #expect(try await session.database.recordings(matching: RecordingQuery()).count == 2)
    let dry = await run("tidy", "--dry-run")
    #expect(dry.status == 0)
    #expect(dry.output == "00000000  move to trash  Old one\n")
    #expect(
      await run("tidy")
        == .init(
          0, error: "1 memo moved to the trash; 'speechmemo undo' restores it.\n"))
    #expect(
      try await session.database.recordings(matching: RecordingQuery()).map(\.title)
        == ["New one"])
    #expect(await run("undo").status == 0)
    // The user has restored it: it stays.
    #expect(await run("tidy") == .init(0, error: "Nothing is old enough to be moved or deleted.\n"))
  }

  @Test("Memos past their days in the trash are permanently deleted")
  func tidyTrash() async throws {
    let ids = try await session.database.recordings(matching: RecordingQuery()).map(\.id)
    try await session.database.trash(
      ids: [ids[0]], at: CommandSession.now.addingTimeInterval(-10 * 86_400))
    _ = await run("settings", "trash-days", "7")
    #expect(await run("tidy", "--dry-run").output.contains("delete         New one"))
    let outcome = await run("tidy")
    #expect(outcome.error.hasPrefix("1 memo permanently deleted"))
    #expect(
      try await session.database.recordings(matching: RecordingQuery(place: nil)).map(\.title)
        == ["Old one"])
  }
}
