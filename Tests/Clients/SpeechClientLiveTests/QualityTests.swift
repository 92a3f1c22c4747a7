import Foundation
import SharedModels
import SpeechClient
import SpeechClientLive
import Testing

/// The quality and the voice filter, from the request to the engine and its checkpoints.
@Suite("Quality and voice filter", .serialized)
struct QualityTests {
  let fake: FakeEngine

  init() throws {
    fake = try FakeEngine()
  }

  private struct Told: Decodable, Equatable {
    var beam_size: Int
    var faint: Bool?
    var languages: [String]?
    var preferred: [String]?
    var voice_filter: Bool
  }

  private func told(_ text: String) throws -> Told {
    try JSONDecoder().decode(Told.self, from: Data(text.utf8))
  }

  private func request(_ settings: TranscriptionSettings) -> TranscriptionRequest {
    TranscriptionRequest(audio: .second, settings: settings)
  }

  @Test(
    "The engine is told which audio is silence",
    arguments: [(VoiceFilter.off, false, nil), (.low, true, true), (.normal, true, nil)])
  func filter(filter: VoiceFilter, isOn: Bool, isFaint: Bool?) async throws {
    var text = ""
    let settings = TranscriptionSettings(beamSize: 5, voiceFilter: filter)
    for try await event in fake.client("tells request").transcribe(request(settings)) {
      text += event.segments.map(\.text).joined()
    }
    #expect(try told(text) == Told(beam_size: 5, faint: isFaint, voice_filter: isOn))
  }

  @Test("The engine is told which languages it may detect, unless one is set")
  func languages() async throws {
    for (language, languages) in [(nil, ["en", "de"]), ("fr", nil)] as [(String?, [String]?)] {
      var text = ""
      let settings = TranscriptionSettings(language: language, languages: ["en", "de"])
      for try await event in fake.client("tells request").transcribe(request(settings)) {
        text += event.segments.map(\.text).joined()
      }
      #expect(try told(text).languages == languages)
    }
  }

  @Test("The engine is told which languages are likely, unless one is set")
  func likelyLanguages() async throws {
    for (language, preferred) in [(nil, ["de", "en"]), ("fr", nil)] as [(String?, [String]?)] {
      var request = request(TranscriptionSettings(language: language))
      request.likelyLanguages = ["de", "en"]
      var text = ""
      for try await event in fake.client("tells request").transcribe(request) {
        text += event.segments.map(\.text).joined()
      }
      #expect(try told(text).preferred == preferred)
      for try await result in await fake.client("tells request").startTask(request) {
        text = result.bestTranscription.formattedString
      }
      #expect(try told(text).preferred == preferred)
    }
  }

  @Test("Live text is fast, whatever the quality")
  func live() async throws {
    var text = ""
    let settings = TranscriptionSettings(beamSize: 5)
    for try await result in await fake.client("tells request").startTask(request(settings)) {
      text = result.bestTranscription.formattedString
    }
    #expect(try told(text).beam_size == 1)
  }

  @Test("A checkpoint of another quality or voice filter is ignored")
  func checkpoint() async throws {
    let last = Segment(words: [Word(text: "Before.", start: .zero, end: .seconds(2))])
    let checkpoint = TranscriptionCheckpoint(
      maker: "fake 1.5 1 tiny", start: .seconds(1), state: "1")
    func isResumed(_ settings: TranscriptionSettings) async -> Bool {
      var request = request(settings)
      request.checkpoint = checkpoint
      request.precedingText = last.text
      request.startingAt = last.end
      // It refuses a start that is not its state's.
      do {
        for try await _ in fake.client("remembers").transcribe(request) {}
        return true
      } catch {
        return false
      }
    }
    #expect(await isResumed(TranscriptionSettings(beamSize: 1)))
    #expect(await !isResumed(TranscriptionSettings(beamSize: 5)))
    #expect(await !isResumed(TranscriptionSettings(beamSize: 1, voiceFilter: .low)))
    #expect(await !isResumed(TranscriptionSettings(beamSize: 1, languages: ["en", "de"])))
  }

  @Test(
    "Faint speech and another language are reported at the end",
    arguments: [
      ("good", TranscriptionDetails()),
      ("hears faint speech", TranscriptionDetails(hasFaintSpeech: true)),
      ("hears another language", TranscriptionDetails(isForeign: true)),
    ])
  func details(part: String, expected: TranscriptionDetails) async {
    let (events, failure) = await fake.client(part).events()
    #expect(failure == nil)
    #expect(events.details == expected)
  }
}
