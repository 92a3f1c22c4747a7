import Clocks
import ConcurrencyExtras
import Dependencies
import Foundation
import SharedModels
import SpeechClient
import Testing

@Suite("SpeechClient")
struct SpeechClientTests {
  @Test("SP-01 an endpoint that a test does not override fails it when it is called")
  func unimplemented() async {
    let client = SpeechClient()
    withKnownIssue { #expect(client.authorizationStatus() == .notDetermined) }
    await withKnownIssue { #expect(await client.requestAuthorization() == .notDetermined) }
    await withKnownIssue {
      let request = TranscriptionRequest(audio: .nothing)
      for try await _ in await client.startTask(request) {}
    }
    await withKnownIssue { await client.finishTask() }
  }

  @Test("SP-02 the authorization has the four states")
  func authorization() {
    #expect(
      SpeechAuthorizationStatus.allCases == [.notDetermined, .authorized, .denied, .restricted])
  }

  @Test("SP-05 a result has a transcription and whether it is final")
  func result() {
    let partial = SpeechRecognitionResult(
      bestTranscription: Transcription(formattedString: "Hello"), isFinal: false)
    #expect(partial.settledWordCount == 0)
    let final = SpeechRecognitionResult(
      bestTranscription: Transcription(formattedString: "Hello world"), isFinal: true)
    #expect(final.settledWordCount == 2)
  }

  @Test("SP-07 the simulation adds one word at a time, and ends with the whole text")
  func lorem() async throws {
    let client = SpeechClient.lorem("go slowly now", clock: ImmediateClock())
    let request = TranscriptionRequest(audio: .nothing)
    let texts = try await withSeed(1) {
      var texts: [String] = []
      for try await result in await client.startTask(request) {
        texts.append(result.bestTranscription.formattedString)
        if texts.count == 3 { await client.finishTask() }
        if result.isFinal { break }
      }
      return texts
    }
    #expect(texts.prefix(3) == ["go", "go slowly", "go slowly now"])
    #expect(texts.last?.hasPrefix("go slowly now") == true)
  }

  @Test("CLI-06 a word takes 50 ms a letter and a random time of up to 200 ms")
  func timing() async throws {
    func wordLengths(seed: UInt64) async throws -> [Duration] {
      try await withSeed(seed) {
        let client = SpeechClient.lorem("go slowly", clock: ImmediateClock())
        let request = TranscriptionRequest(audio: .nothing)
        for try await result in await client.startTask(request) {
          let words = Array(result.bestTranscription.words)
          if words.count == 2 { return words.map { $0.end - $0.start } }
        }
        return []
      }
    }
    let lengths = try await wordLengths(seed: 1)
    try #require(lengths.count == 2)
    #expect((.milliseconds(100)...Duration.milliseconds(300)).contains(lengths[0]))
    #expect((.milliseconds(300)...Duration.milliseconds(500)).contains(lengths[1]))
    #expect(try await wordLengths(seed: 1) == lengths)
    #expect(try await wordLengths(seed: 2) != lengths)
  }

  @Test("SP-09 a failure has a message, a hint, and whether to retry")
  func failure() {
    let lost = SpeechClient.Failure.engine(message: "it is gone", hint: "start it")
    #expect(lost.localizedDescription == "it is gone; start it")
    #expect(lost.isWorthRetrying)
    #expect(!SpeechClient.Failure.audio(message: "no sound").isWorthRetrying)
    #expect(
      SpeechClient.Failure.taskError.localizedDescription == "transcription stopped unexpectedly")
    #expect(SpeechClient.Failure.couldntStartAudioEngine.hint == nil)
    #expect(
      SpeechClient.Failure.couldntConfigureAudioSession.message
        == "the audio system could not be set up")
  }

  @Test("SP-10 the failing client fails after its time")
  func fails() async {
    let client = SpeechClient.fail(after: .seconds(2), clock: ImmediateClock())
    await #expect(throws: SpeechClient.Failure.taskError) {
      let request = TranscriptionRequest(audio: .nothing)
      try await withSeed(1) {
        for try await _ in await client.startTask(request) {}
      }
    }
    await #expect(throws: SpeechClient.Failure.taskError) {
      let request = TranscriptionRequest(audio: .nothing)
      for try await _ in client.transcribe(request) {}
    }
  }

  @Test("A scripted client sends its events, then its failure")
  func scripted() async throws {
    let events: [TranscriptionEvent] = [.language("en", probability: 1), .progress(0.5)]
    let failure = SpeechClient.Failure.audio(message: "cut short")
    let client = SpeechClient.scripted(events, thenFailing: failure)
    var given: [TranscriptionEvent] = []
    await #expect(throws: failure) {
      let request = TranscriptionRequest(audio: .nothing)
      for try await event in client.transcribe(request) { given.append(event) }
    }
    #expect(given == events)
  }

  @Test("Samples from a start time equal those without the beginning")
  func exactSamples() async throws {
    let opened = LockIsolated<[Duration]>([])
    let audio = SpeechAudio.recording { start in
      opened.withValue { $0.append(start) }
      return AsyncThrowingStream { continuation in
        for piece in [0..<10, 10..<16, 16..<40] { continuation.yield(piece.map(Float.init)) }
        continuation.finish()
      }
    }
    for (milliseconds, first) in [(0, 0), (1, 16), (2, 32), (3, 40), (Int64.max, 40)] {
      var samples: [Float] = []
      for try await piece in audio.exactSamples(from: .milliseconds(milliseconds)) {
        samples += piece
      }
      #expect(samples == (first..<40).map(Float.init))
    }
    #expect(opened.value == [.zero, .zero, .zero, .zero, .zero])
  }

  @Test("A scripted text is sent by sentence, and may fail")
  func scriptedText() async throws {
    func text(_ client: SpeechClient) async -> (String, Bool) {
      var words: [Word] = []
      do {
        let request = TranscriptionRequest(
          audio: .nothing, startingAt: .seconds(5))
        for try await event in client.transcribe(request) {
          for segment in event.segments { words += segment.words }
        }
        #expect(words.first?.start == .seconds(5))
        return (words.map(\.text).joined(separator: " "), false)
      } catch {
        return (words.map(\.text).joined(separator: " "), true)
      }
    }
    #expect(await text(.scripted(saying: "One two. Three!")) == ("One two. Three!", false))
    #expect(
      await text(.scripted(saying: "One two. Three!", failingAfterWords: 2)) == ("One two.", true))
  }
}

private func withSeed<R>(_ seed: UInt64, _ work: () async throws -> R) async throws -> R {
  try await withDependencies {
    $0.withRandomNumberGenerator = WithRandomNumberGenerator(Seeded(state: seed))
  } operation: {
    try await work()
  }
}

private struct Seeded: RandomNumberGenerator, Sendable {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state
  }
}

extension SpeechAudio {
  fileprivate static let nothing = recording { _ in
    AsyncThrowingStream<[Float], any Error>.finished()
  }
}
