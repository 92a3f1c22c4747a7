import Foundation
import SharedModels
import SpeechClient
import SpeechClientLive
import Testing

@Suite("Speakers, by an engine", .serialized)
struct SpeakerRecognitionTests {
  private let fake: FakeEngine

  init() throws {
    fake = try FakeEngine()
  }

  private let words: [Range<Duration>] = [
    .zero..<(.seconds(0.25)), .seconds(0.25)..<(.seconds(0.5)), .seconds(0.5)..<(.seconds(0.5)),
  ]

  @Test("Speakers and voices come from the engine")
  func found() async throws {
    let found = try await fake.client("speakers").speakers(
      SpeakersRequest(audio: .second, duration: .seconds(1), words: words))
    #expect(
      found
        == RecordingSpeakers(
          sameLikeness: 0.5,
          turns: [
            VoiceTurn(speaker: 0, start: .milliseconds(100), end: .milliseconds(400)),
            VoiceTurn(speaker: 1, start: .milliseconds(300), end: .milliseconds(900)),
          ],
          voices: [
            Voice(model: "voices", embedding: [0, 1]), Voice(model: "voices", embedding: [1, 1]),
          ],
          words: [0, 1, nil]))
    let one = try await fake.client("speakers").speakers(
      SpeakersRequest(audio: .second, count: 1, words: words))
    #expect(one.words == [0, 0, nil])
  }

  @Test("An engine killed during detection is replaced and starts over")
  func killed() async throws {
    let found = try await fake.client("dies in speakers").speakers(
      SpeakersRequest(audio: .second, words: words))
    #expect(found.words == [0, 1, nil])
    #expect(fake.startCount == 2)
  }

  @Test("An engine without speaker detection, or with an invalid result, is an error")
  func problems() async throws {
    let request = SpeakersRequest(audio: .second, words: words)
    let failure = await #expect(throws: SpeechClient.Failure.self) {
      try await fake.client("stream").speakers(request)
    }
    #expect(failure?.message == "the speech engine does not support speaker detection")
    #expect(failure?.isWorthRetrying == false)
    for part in ["speakers without end", "speakers without turns"] {
      await #expect(throws: SpeechClient.Failure.self) {
        try await fake.client(part).speakers(request)
      }
    }
  }
}

@Suite(
  "Speakers in real speech", .serialized,
  .enabled(if: Corpus.isHere, "no corpus beside the package: ../shared/corpus"),
  .enabled(
    if: Corpus.tellsSpeakersApart,
    "what tells speakers apart is not set up: run 'Scripts/setup-engine --speakers'"))
struct RealSpeakersTests {
  @Test("Two alternating speakers are distinguished, and each word has one")
  func two() async throws {
    let first = try Corpus.samples("jfk.wav")
    let second = try Corpus.samples("LJ001-0002.wav") + Corpus.samples("LJ001-0003.wav")
    let samples = first + second
    let turn = Duration.milliseconds(first.count * 1_000 / SpeechAudio.sampleRate)
    let end = Duration.milliseconds(samples.count * 1_000 / SpeechAudio.sampleRate)
    let words = stride(from: 1.0, to: end / .seconds(1) - 1.5, by: 0.5).map {
      Duration.seconds($0)..<Duration.seconds($0 + 0.4)
    }
    let found = try await SpeechClient.live(Corpus.engineSettings).speakers(
      SpeakersRequest(
        audio: .recording { start in
          AsyncThrowingStream { continuation in
            let place = Int(start / .seconds(1) * Double(SpeechAudio.sampleRate))
            continuation.yield(Array(samples.dropFirst(place)))
            continuation.finish()
          }
        }, duration: end, words: words))
    let voices = found.voices.compactMap(\.self)
    try #require(voices.count == 2)
    #expect((voices[0].likeness(to: voices[1]) ?? 1) < found.sameLikeness)
    let right = zip(words, found.words).count { word, speaker in
      speaker == nil || speaker == (word.lowerBound < turn ? 0 : 1)
    }
    #expect(Double(right) / Double(words.count) > 0.9)
  }
}
