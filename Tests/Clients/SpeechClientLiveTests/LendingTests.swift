import ConcurrencyExtras
import Foundation
import POSIX
import SharedModels
import SpeechClient
import Testing

@testable import SpeechClientLive

@Suite("An engine that is lent", .serialized, .timeLimit(.minutes(10)))
struct LendingTests {
  private let fake: FakeEngine

  init() throws {
    fake = try FakeEngine()
  }

  private func settings(_ part: String) -> EngineSettings {
    var settings = fake.settings(part)
    settings.environment["XDG_RUNTIME_DIR"] = fake.folder.path(percentEncoded: false)
    settings.borrowTimeout = .seconds(3600)
    settings.lendingPause = .milliseconds(1)
    settings.idleTimeout = .seconds(3600)
    // A second request of the lender's own waits for the first, and with it for the preparation.
    settings.processCount = 1
    return settings
  }

  /// Runs work while a client lends its engine, which is warm.
  private func lending<R: Sendable>(
    _ part: String, cancelGrace: Duration = .seconds(3600),
    _ work: (SpeechClient, EnginePool, _ lending: Task<Void, Never>) async throws -> R
  ) async throws -> R {
    var settings = settings(part)
    settings.cancelGrace = cancelGrace
    let pool = EnginePool(settings)
    let lender = SpeechClient.live(over: pool)
    let task = Task { await lender.keepWarm(nil) }
    while await pool.idle.count == 0 { try? await Task.sleep(for: .milliseconds(2)) }
    let result = try await work(lender, pool, task)
    task.cancel()
    await task.value
    return result
  }

  @Test("Another client shares the process, and so does the lender afterward")
  func sharing() async throws {
    try await lending("tells process") { lender, _, _ in
      let borrower = SpeechClient.live(settings("tells process"))
      let pid = await borrower.events().events.text
      #expect(Int(pid) != nil)
      #expect(await lender.events().events.text == pid)
      for _ in 0..<10 { #expect(await borrower.events().events.text == pid) }
      #expect(await SpeechClient.live(settings("tells process")).events().events.text == pid)
      #expect(fake.startCount == 1)
    }
  }

  @Test("Live text uses the warm engine and returns it")
  func liveText() async throws {
    try await lending("stream") { lender, _, _ in
      for client in [lender, SpeechClient.live(settings("stream"))] {
        var text = ""
        let request = TranscriptionRequest(audio: .second)
        for try await result in await client.startTask(request) {
          text = result.bestTranscription.text
        }
        #expect(text == "16000 0.0 0.0")
      }
      #expect(fake.startCount == 1)
    }
  }

  @Test("Two concurrent clients have separate engines and do not wait")
  func two() async throws {
    try await lending("waits once") { _, _, _ in
      let request = TranscriptionRequest(audio: .second)
      for try await event in SpeechClient.live(settings("waits once")).transcribe(request) {
        guard case .progress = event
        else { continue }
        // The second client starts an engine while the first has the lender's, which is waiting.
        #expect(fake.startCount == 1)
        let (events, failure) = await SpeechClient.live(settings("waits once")).events()
        #expect(failure == nil)
        #expect(events.text == "one two three four")
        #expect(fake.startCount == 2)
        break
      }
    }
  }

  @Test("If the lender stops, work continues with an own engine")
  func lenderStops() async throws {
    try await lending("waits once") { _, _, task in
      let request = TranscriptionRequest(audio: .second)
      var events: [TranscriptionEvent] = []
      for try await event in SpeechClient.live(settings("waits once")).transcribe(request) {
        events.append(event)
        if case .progress = event { task.cancel() }
      }
      #expect(events.text == "one two three four")
      #expect(events.isFinished)
      #expect(fake.startCount == 2)
    }
  }

  @Test("If a lent engine dies, work continues, and the lender gets another one")
  func engineDies() async throws {
    try await lending("dies in the middle") { lender, _, _ in
      let (events, failure) = await SpeechClient.live(settings("dies in the middle")).events()
      #expect(failure == nil)
      #expect(events.text == "one two three four")
      #expect(events.isFinished)
      #expect(await lender.events().events.text == "one two three four")
    }
  }

  @Test("A canceled request ends, and its engine serves the next client")
  func givenUp() async throws {
    try await lending("waits once") { _, pool, _ in
      let borrower = SpeechClient.live(settings("waits once"))
      for try await event in borrower.transcribe(TranscriptionRequest(audio: .second)) {
        if case .progress = event { break }
      }
      while await pool.idle.count == 0 { try? await Task.sleep(for: .milliseconds(2)) }
      #expect(await borrower.events().events.text == "one two three four")
      #expect(fake.startCount == 1)
    }
  }

  @Test("An engine that does not stop when its client disconnects is killed")
  func stubborn() async throws {
    try await lending("never lets go", cancelGrace: .zero) { _, pool, _ in
      let borrower = SpeechClient.live(settings("never lets go"))
      for try await event in borrower.transcribe(TranscriptionRequest(audio: .second)) {
        if case .progress = event { break }
      }
      #expect(await borrower.events().events.text == "one two three four")
      #expect(fake.startCount == 2)
    }
  }

  @Test("A client that disconnects while sending leaves the engine usable")
  func halfAMessage() async throws {
    try await lending("stream") { lender, pool, _ in
      let place = try settings("stream").loanPlace
      let connection = try PrivateFolder(place.folder).connect(to: place.name)
      try connection.write(
        Array(
          """
          {"op":"transcribe","id":"x"}
          {"op":"audio","id":"x","bytes":4000}
          not all of it
          """.utf8))
      connection.endConnection()
      while await pool.idle.count == 0 { try? await Task.sleep(for: .milliseconds(2)) }
      let (events, failure) = await lender.events()
      #expect(failure == nil)
      #expect(events.text == "16000 0.0 0.0")
      #expect(fake.startCount == 1)
    }
  }

  @Test(
    "A lender without a usable engine is bypassed",
    arguments: [
      "", "speechmemo lends an engine 9\n", "speechmemo lends an engine 1\nthis is no JSON\n",
      "speechmemo lends an engine 1\n{\"event\":\"ready\",\"protocol\":1}\n",
    ])
  func impostor(words: String) async throws {
    let settings = settings("good")
    let place = try settings.loanPlace
    let listener = try LocalListener(
      at: place.name, in: PrivateFolder(place.folder, createIfMissing: true))
    try startThread("impostor") {
      while let connection = try? listener.next() {
        try? connection.write(Array(words.utf8))
      }
    }
    let (events, failure) = await SpeechClient.live(settings).events()
    listener.end()
    #expect(failure == nil)
    #expect(events.text == "one two three four")
    #expect(fake.startCount == 1)
  }

  @Test("A silent lender is not awaited")
  func silent() async throws {
    var settings = settings("good")
    settings.borrowTimeout = .milliseconds(1)
    let place = try settings.loanPlace
    // Connections are not accepted.
    let listener = try LocalListener(
      at: place.name, in: PrivateFolder(place.folder, createIfMissing: true))
    let (events, _) = await SpeechClient.live(settings).events()
    #expect(events.text == "one two three four")
    withExtendedLifetime(listener) {}
  }

  @Test("A folder that other users can open is not used, but the engine stays warm")
  func openFolder() async throws {
    let settings = settings("tells process")
    let place = try settings.loanPlace
    try makeFolder(place.folder)
    chmod(place.folder, 0o777)
    let client = SpeechClient.live(settings)
    let task = Task { await client.keepWarm(nil) }
    while fake.startCount == 0 { try? await Task.sleep(for: .milliseconds(2)) }
    #expect(await Int(client.events().events.text) != nil)
    #expect(fake.startCount == 1)
    #expect(try names(in: place.folder) == [])
    task.cancel()
    await task.value
  }

  @Test("When the lender ends, another process becomes the lender with its own engine")
  func next() async throws {
    let pool = EnginePool(settings("tells process"))
    let second = SpeechClient.live(over: pool)
    let task = try await lending("tells process") { _, _, _ in
      let task = Task { await second.keepWarm(nil) }
      // It has its engine from the first.
      #expect(await Int(second.events().events.text) != nil)
      #expect(fake.startCount == 1)
      return task
    }
    while await pool.idle.count == 0 { try? await Task.sleep(for: .milliseconds(2)) }
    let pid = await second.events().events.text
    #expect(await SpeechClient.live(settings("tells process")).events().events.text == pid)
    #expect(fake.startCount == 2)
    task.cancel()
    await task.value
  }

  @Test("An idle engine is stopped after a while")
  func idle() async throws {
    var settings = settings("tells process")
    settings.idleTimeout = .milliseconds(1)
    let client = SpeechClient.live(settings)
    let pid = try #require(await Int32(client.events().events.text))
    while kill(pid, 0) == 0 { try? await Task.sleep(for: .milliseconds(2)) }
    #expect(await Int32(client.events().events.text) != pid)
  }

  @Test("The environment sets the idle time in minutes")
  func idleTimeout() {
    func limit(_ text: String?) -> Duration {
      EngineSettings(environment: text.map { ["SPEECHMEMO_ENGINE_IDLE": $0] } ?? [:]).idleTimeout
    }
    #expect(limit(nil) == .seconds(600))
    #expect(limit("45") == .seconds(2700))
    #expect(limit("0") == .zero)
    #expect(limit("-3") == .zero)
    #expect(limit("soon") == .seconds(600))
  }

  @Test("Engines with different settings use different sockets; irrelevant settings do not")
  func places() throws {
    let base = try settings("good").loanPlace
    func place(_ changes: [String: String]) throws -> EngineSettings.LoanPlace {
      var settings = settings("good")
      settings.environment.merge(changes) { $1 }
      return try settings.loanPlace
    }
    #expect(try place(["SPEECHMEMO_HOME": "/elsewhere", "TERM": "dumb"]) == base)
    #expect(try place(["HF_HUB_OFFLINE": "1"]).name != base.name)
    #expect(try place(["LD_PRELOAD": "/some.so"]).name != base.name)
    #expect(try place(["SPEECHMEMO_HELPER": "/bin/sh"]).name != base.name)
    let program = fake.folder.appending(path: "engine").path(percentEncoded: false)
    try touch(program)
    #expect(try place([:]).folder == base.folder)
    var homeless = settings("good")
    homeless.environment["XDG_RUNTIME_DIR"] = nil
    homeless.environment["XDG_CACHE_HOME"] = "/cache"
    #expect(try homeless.loanPlace.folder == "/cache/speechmemo/run")
    homeless.environment["SPEECHMEMO_HELPER"] = "/nowhere"
    #expect(throws: SpeechClient.Failure.self) { try homeless.loanPlace }
  }
}
