import CommandLineProgram
import Dependencies
import SpeechClient
import Testing

/// The models that recognize speech, by the command line.
struct ModelsTests {
  private let client = SpeechClient.lorem()
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
  }

  private func models(_ arguments: String...) async -> CommandSession.Outcome {
    await session.run(["models"] + arguments) { $0.speechClient = client }
  }

  @Test("Models are listed with size and languages, added, used and removed")
  func all() async {
    let listed = await models()
    #expect(
      listed.output == """
        * script   78 MB  English      MIT
          folio   145 MB  3 languages  MIT  not installed

        """)
    #expect(await models("use", "folio").error.contains("'speechmemo models add folio'"))
    #expect(await models("add", "folio").error.contains("Downloading 'folio', 145 MB"))
    #expect(await models("add", "folio").error.contains("already on this machine"))
    #expect(await models("use", "folio").status == 0)
    #expect(await session.run("settings", "model").output.contains("folio"))
    #expect(await models("list").output.contains("* folio"))
    #expect(await models("remove", "folio").error.contains("is in use"))
    #expect(await models("use", "default").status == 0)
    #expect(await models("remove", "folio").status == 0)
    #expect(await models("list").output.contains("not installed"))
  }

  @Test("The device that the engine uses is named, with the reason")
  func device() async {
    let status = SpeechEngineStatus(
      device: SpeechDevice(name: "cpu", precision: "int8", reason: "no NVIDIA card was found"))
    func run(_ words: String...) async -> CommandSession.Outcome {
      await session.run(words) { $0.speechClient.engineStatus = { status } }
    }
    #expect(
      await run("models").error
        == "The engine runs on CPU with int8: no NVIDIA card was found\n")
    let object = await run("models", "--json").objects.last
    #expect(object?["kind"] as? String == "device" && object?["name"] as? String == "cpu")
  }

  @Test("A device for one command is refused if a server transcribes")
  func remoteDevice() async {
    let outcome = await session.run(
      "import", "--compute", "cpu", "--server", "https://example.com", "memo.wav")
    #expect(outcome.status == 2)
    #expect(outcome.error.contains("--compute: the server transcribes"))
  }

  @Test("Unknown models and a missing engine are reported in one line")
  func problems() async {
    let unknown = await models("add", "huge")
    #expect(unknown.status == 1 && unknown.error.contains("has no model 'huge'"))
    let noFolder = await models("add", "./nowhere")
    #expect(noFolder.status == 1 && noFolder.error.contains("no model found in './nowhere'"))
    let deaf = await session.run("models") {
      $0.speechClient.engineStatus = {
        SpeechEngineStatus(failure: .engine(message: "it is not set up", hint: "set it up"))
      }
    }
    #expect(deaf.status == 1 && deaf.error.contains("it is not set up; set it up"))
  }

  @Test("Models of a server are listed and used as such")
  func served() async {
    func run(_ words: String...) async -> CommandSession.Outcome {
      await session.run(["models"] + words) {
        $0.speechClient.engineStatus = {
          SpeechEngineStatus(
            model: "whisper-1",
            models: ["whisper-1", "other"].map { SpeechModel(name: $0, isServed: true) },
            server: SpeechServer(name: "host", isOnThisMachine: false))
        }
      }
    }
    let list = await run("list").output
    #expect(
      list == "* whisper-1        on the server\n  other            on the server\n", "\(list)")
    #expect(await run("add", "other").error == "'other' is already on the server\n")
    #expect(await run("use", "base").error.contains("the speech server host has no model 'base'"))
    #expect(await run("use", "other").status == 0)
  }

  @Test("Models and their changes are JSON objects")
  func json() async {
    let listed = await session.run("models", "--json").objects
    #expect(listed.map { $0["isInstalled"] as? Bool } == [true, false])
    #expect(listed.first?["languages"] as? [String] == ["en"])
    #expect(await models("add", "folio", "--json").objects.first?["event"] as? String == "added")
  }

  @Test("Speaker models are listed with their license")
  func speakers() async {
    let update: @Sendable (inout DependencyValues) -> Void = {
      $0.speechClient.engineStatus = {
        SpeechEngineStatus(
          models: [
            SpeechModel(
              name: "base", folder: "/m", license: "MIT", licenseFile: "/m/LICENSE")
          ],
          speakerWeights: [
            SpeakerWeights(
              name: "campplus", byteCount: 27_699_129, license: "Apache-2.0",
              licenseFile: "/e/campplus.license.txt")
          ])
      }
    }
    let outcome = await session.run("models", update: update)
    #expect(outcome.error.contains("The license of base is in /m/LICENSE"))
    let objects = await session.run("models", "--json", update: update).objects
    #expect(objects.map { $0["kind"] as? String } == ["speech", "speakers"])
    #expect(
      objects.map { $0["licenseFile"] as? String }
        == ["/m/LICENSE", "/e/campplus.license.txt"])
    #expect(objects.map { $0["license"] as? String } == ["MIT", "Apache-2.0"])
    #expect(
      outcome.error.contains(
        """
        detected with campplus: 28 MB, license Apache-2.0, license text in /e/campplus.license.txt
        """))
  }
}
