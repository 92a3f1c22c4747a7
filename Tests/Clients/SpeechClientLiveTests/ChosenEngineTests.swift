import ConcurrencyExtras
import Foundation
import SpeechClient
import SpeechClientLive
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ChosenEngineTests {
  private let fake: FakeEngine
  private let program: String

  init() throws {
    fake = try FakeEngine()
    program = fake.folder.appending(path: "engine").path(percentEncoded: false)
  }

  private func settings(_ changes: [String: String?] = [:]) -> EngineSettings {
    var settings = fake.settings("good")
    settings.environment["SPEECHMEMO_HELPER"] = nil
    settings.environment["SPEECHMEMO_ENGINE"] = nil
    settings.environment["XDG_DATA_HOME"] = fake.folder.path(percentEncoded: false)
    for (name, value) in changes { settings.environment[name] = value }
    return settings
  }

  /// A client configured as in the program.
  private func client(
    _ settings: EngineSettings, choosing program: @escaping @Sendable () -> String?
  ) -> SpeechClient {
    .chosen(by: program) { program in
      var settings = settings
      settings.program = program
      return .live(settings)
    }
  }

  @Test("The currently selected engine does the work, and is kept while selected")
  func choosing() async {
    let choice = LockIsolated<String?>(program)
    let client = client(settings(), choosing: { choice.value })
    #expect(await client.events().events.text == "one two three four")
    #expect(await client.events().events.text == "one two three four")
    #expect(fake.startCount == 1)
    #expect(client.engineStartCount() == 1)
    choice.setValue(nil)
    let folder = fake.folder.appending(path: "speechmemo-engine").path(percentEncoded: false)
    #expect(await client.engineStatus().location == folder)
    #expect(client.authorizationStatus() == .denied)
    choice.setValue("/nowhere/engine")
    let failure = await client.engineStatus().failure
    #expect(failure?.message == "the engine in the settings cannot be run: /nowhere/engine")
  }

  @Test("The environment overrides the setting")
  func environment() async {
    let client = client(
      settings(["SPEECHMEMO_HELPER": program]), choosing: { "/nowhere/engine" })
    #expect(await client.events().events.text == "one two three four")
    let other = self.client(
      settings(["SPEECHMEMO_ENGINE": "/elsewhere"]), choosing: { program })
    #expect(await other.engineStatus().location == "/elsewhere")
    #expect(await other.engineStatus().authorization == .denied)
  }
}
