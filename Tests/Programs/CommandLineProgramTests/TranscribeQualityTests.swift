import ConcurrencyExtras
import Dependencies
import FileStorage
import SharedModels
import SpeechClient
import Testing

/// The options of quality, and what a transcription reports of its own.
struct TranscribeQualityTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
  }

  @Test("A file with faint speech only is reported with a remedy, unless that was tried")
  func faint() async throws {
    let path = try session.file("memo.wav")
    let summary = TranscriptionSummary(details: TranscriptionDetails(hasFaintSpeech: true))
    let outcome = await session.run("transcribe", path) {
      $0.speechClient = .scripted([.finished(summary)])
    }
    #expect(
      outcome
        == .init(
          0,
          error: """
            speechmemo: \(path): no speech detected; some of it may be too faint: '--voice-filter \
            low' includes faint speech

            """))
    let low = await session.run("transcribe", "--voice-filter", "low", path) {
      $0.speechClient = .scripted([.finished(summary)])
    }
    #expect(low == .init(0, error: "speechmemo: \(path): no speech detected\n"))
    let kept = await session.run("transcribe", "--keep", path) {
      $0.speechClient = .scripted([.finished(summary)])
    }
    #expect(kept.error.contains("'speechmemo retry 00000000 --voice-filter low' includes it"))
    let shown = await session.run("show", "0")
    #expect(shown.output.hasSuffix("No speech detected.\n"))
    #expect(shown.error.hasPrefix("Some of it may be too faint: 'speechmemo retry 00000000 "))
  }

  @Test("A model that supports English only warns about another language")
  func foreign() async throws {
    let path = try session.file("memo.wav")
    let word = Word(text: "Hoiter", start: .zero, end: .seconds(1))
    let events: [TranscriptionEvent] = [
      .segment(Segment(words: [word])),
      .finished(TranscriptionSummary(details: TranscriptionDetails(isForeign: true))),
    ]
    let warning = """
      this does not sound like English; try 'speechmemo models use base', and transcribe it again

      """
    func run(_ arguments: String...) async -> CommandSession.Outcome {
      await session.run(arguments) { $0.speechClient = .scripted(events) }
    }
    #expect(
      await run("transcribe", path)
        == .init(0, output: "Hoiter\n", error: "speechmemo: \(path): \(warning)"))
    #expect(await run("import", path).error == "speechmemo: memo: \(warning)")
    #expect(await run("show", "0").error == "speechmemo: \(warning)")
    let object = await run("show", "0", "--json").objects.first
    let transcript = object?["transcript"] as? [String: Any]
    #expect(transcript?["details"] as? [String: Bool] == ["isForeign": true])
  }

  @Test("On a terminal, the confidence follows the text")
  func confidence() async throws {
    let path = try session.file("memo.wav")
    let words = [("Good", 0.97), ("night.", 0.86)].map { text, confidence in
      Word(text: text, start: .zero, end: .seconds(1), confidence: confidence)
    }
    let outcome = await session.run(["transcribe", path], onTerminal: true) {
      $0.speechClient = .scripted([
        .segment(Segment(words: words)), .finished(TranscriptionSummary()),
      ])
    }
    #expect(outcome.error.hasSuffix("\(path): about 91 of 100 words should be right\n"))
  }

  @Test("The quality and the voice filter are carried to the engine")
  func quality() async throws {
    let path = try session.file("memo.wav")
    let files = FileStorage.inMemory
    let requests = LockIsolated<[TranscriptionRequest]>([])
    func settings(_ options: String...) async -> TranscriptionSettings? {
      let outcome = await session.run(["transcribe", path] + options) {
        $0.defaultFileStorage = files
        let transcribe = $0.speechClient.transcribe
        $0.speechClient.transcribe = { request in
          requests.withLock { $0.append(request) }
          return transcribe(request)
        }
      }
      #expect(outcome.status == 0, "\(outcome.error)")
      return requests.value.last?.settings
    }
    #expect(await settings() == TranscriptionSettings(beamSize: 1))
    #expect(await settings("--quality", "best") == TranscriptionSettings(beamSize: 5))
    #expect(
      await settings("--voice-filter", "low")
        == TranscriptionSettings(beamSize: 1, voiceFilter: .low))
    let set = await session.run("settings", "quality", "best") { $0.defaultFileStorage = files }
    #expect(set.output == "quality  best\n")
    #expect(await settings() == TranscriptionSettings(beamSize: 5))
    #expect(await settings("--quality", "fast") == TranscriptionSettings(beamSize: 1))
    #expect(await session.run("transcribe", "--quality", "better", path).status == 2)
  }
}
