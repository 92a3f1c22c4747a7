import ConcurrencyExtras
import Dependencies
import SpeechClient
import TerminalClient
import Testing

/// `setup-engine`, and the offer to set up a missing engine.
struct SetupEngineTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
  }

  /// A person's run of the program without an engine, who gives an answer.
  private func run(
    _ arguments: String..., answer: String = "", onTerminal: Bool = true,
    setup: EngineSetupClient = .simulated()
  ) async -> CommandSession.Outcome {
    await session.run(arguments, onTerminal: onTerminal, answer: answer) {
      $0.audioRecorder = .writing()
      $0.engineSetup = setup
      $0.speechClient = .engine(after: setup)
    }
  }

  private let question = "The speech engine is not set up. Download it now (365 MB)? [y/N] "
  private let reason = "no engine; run 'speechmemo setup-engine' to set it up"

  @Test("The command shows its progress: in one line on a terminal, in lines and objects elsewhere")
  func progress() async {
    let drawn = await run("setup-engine")
    #expect(drawn.status == 0 && drawn.output == "")
    #expect(
      drawn.error.contains("Setting up the engine █████████▌░░░░░░░░░░░░░░░ 38%  downloading av"))
    #expect(drawn.error.hasSuffix("\r\u{1b}[KThe speech engine is set up.\n"))
    #expect(
      await run("setup-engine", onTerminal: false)
        == .init(
          0,
          error: """
            38%, downloading av (39 MB)
            100%, done
            The speech engine is set up.

            """))
    #expect(
      await run("setup-engine", "--json").output == """
        {"event":"step","percent":38,"step":"downloading av (39 MB)"}
        {"event":"step","percent":100,"step":"done"}
        {"event":"installed"}

        """)
    #expect(await run("setup-engine", "--quiet").error == "")
  }

  @Test("The options reach the setup")
  func options() async {
    let requests = LockIsolated<[EngineSetupRequest]>([])
    var setup = EngineSetupClient.simulated()
    setup.run = { request, _ in requests.withValue { $0.append(request) } }
    #expect(await run("setup-engine", "--again", "--speakers", setup: setup).status == 0)
    #expect(await run("setup-engine", "--from", "a", setup: setup).status == 0)
    let packed = await run("setup-engine", "--bundle", "b", setup: setup)
    #expect(packed.error.hasSuffix("Packed the engine into b.\n"))
    #expect(
      requests.value == [
        EngineSetupRequest(isForced: true, includesSpeakers: true),
        EngineSetupRequest(source: "a"), EngineSetupRequest(bundle: "b"),
      ])
    #expect(await run("setup-engine", "--from", "a", "--bundle", "b", setup: setup).status == 2)
    #expect(requests.value.count == 3)
  }

  @Test("The model that is set up or packed is reported")
  func model() async {
    var setup = EngineSetupClient.simulated()
    setup.run = { _, report in report(.done(model: "base")) }
    #expect(
      await run("setup-engine", onTerminal: false, setup: setup).error
        == "The speech engine is set up with the model 'base'.\n")
    #expect(
      await run("setup-engine", "--bundle", "b", onTerminal: false, setup: setup).error
        == "Packed the engine with the model 'base' into b.\n")
    #expect(
      await run("setup-engine", "--json", setup: setup).output
        == "{\"event\":\"installed\",\"model\":\"base\"}\n")
  }

  @Test("Problems are warnings, and a failed setup is one line")
  func problems() async {
    var setup = EngineSetupClient.simulated()
    setup.run = { _, report in
      report(.problem("kept the old models"))
      throw SpeechClient.Failure.engine(message: "no network")
    }
    #expect(
      await run("setup-engine", onTerminal: false, setup: setup)
        == .init(1, error: "speechmemo: kept the old models\nspeechmemo: no network\n"))
  }

  @Test("On a terminal, import and transcribe set up a missing engine and print the transcript")
  func accepted() async throws {
    let file = try session.file("talk.wav")
    let imported = await run("import", file, answer: "y")
    #expect(imported.status == 0)
    #expect(imported.error.contains(question))
    #expect(imported.error.contains("Setting up the engine"))
    #expect(imported.output.contains("saved talk, dated by its last change\n"))
    #expect(imported.output.contains("talk: 5 words"))
    let transcribed = await run("transcribe", file, answer: "yes")
    #expect(transcribed.status == 0)
    #expect(transcribed.error.contains(question))
    #expect(transcribed.output.contains("Good morning. All is well."))
  }

  @Test("A refused offer reports the command to type, and the memo is safe")
  func refused() async throws {
    let file = try session.file("talk.wav")
    let imported = await run("import", file)
    #expect(imported.status == 1)
    #expect(imported.error.contains(question))
    #expect(!imported.error.contains("Setting up"))
    #expect(imported.error.contains("talk was not transcribed: \(reason); the memo is saved"))
    #expect(try await session.database.recordings(matching: .init()).count == 1)
    let transcribed = await run("transcribe", file, answer: "n")
    #expect(transcribed.status == 1 && transcribed.error.contains(reason))
  }

  @Test("Without a terminal, nothing is asked, and one line has the command to type")
  func noTerminal() async throws {
    let file = try session.file("talk.wav")
    let imported = await run("import", file, onTerminal: false)
    #expect(imported.status == 1)
    #expect(imported.error.hasPrefix("speechmemo: talk was not transcribed: \(reason);"))
    #expect(imported.error.split(separator: "\n").count == 1)
    #expect(
      await run("transcribe", file, onTerminal: false)
        == .init(1, error: "speechmemo: \(file): \(reason)\n"))
  }

  @Test("A failed setup is reported, and the memo is safe")
  func failed() async throws {
    var setup = EngineSetupClient.simulated()
    setup.run = { _, _ in throw SpeechClient.Failure.engine(message: "no network") }
    let imported = await run("import", try session.file("talk.wav"), answer: "y", setup: setup)
    #expect(imported.status == 1)
    #expect(imported.error.contains("speechmemo: no network\n"))
    #expect(imported.error.contains("talk was not transcribed"))
    #expect(try await session.database.recordings(matching: .init()).count == 1)
  }

  @Test("A recording never waits for the engine, which is offered once it is saved")
  func record() async {
    let outcome = await run("record", "--seconds", "1", answer: "y")
    #expect(outcome.status == 0)
    #expect(!outcome.error.contains("live text was unavailable"))
    let recording = outcome.error.range(of: "Recording audio")?.lowerBound
    let offer = outcome.error.range(of: question)?.lowerBound
    #expect(recording != nil && offer != nil)
    if let recording, let offer { #expect(recording < offer) }
    #expect(outcome.output.contains("5 words"))
  }

  @Test("Nothing is offered for another engine, or to scripts that read JSON")
  func notOffered() async throws {
    let file = try session.file("talk.wav")
    let json = await run("import", file, "--json")
    #expect(json.error == "")
    #expect(await session.run("settings", "engine", "https://host.example/v1").status == 0)
    #expect(!(await run("retry").error.contains(question)))
  }
}

extension SpeechClient {
  /// Speech recognition that fails until the engine is set up.
  fileprivate static func engine(after setup: EngineSetupClient) -> Self {
    let works = Self.scripted(saying: "Good morning. All is well.")
    var client = works
    client.transcribe = { request in
      guard setup.isNeeded()
      else { return works.transcribe(request) }
      let failure = Failure.engine(
        message: "no engine", hint: "run 'speechmemo setup-engine' to set it up")
      return AsyncThrowingStream { $0.finish(throwing: failure) }
    }
    return client
  }
}
