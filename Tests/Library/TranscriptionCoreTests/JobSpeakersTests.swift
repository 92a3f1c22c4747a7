import AudioFileClient
import ConcurrencyExtras
import Foundation
import SharedModels
import SpeakerCore
import SpeechClient
import Testing
import TranscriptionCore

/// Speakers, as part of a job.
struct JobSpeakersTests {
  private let library: TestLibrary
  private let settings = TranscriptionSettings(speakers: SpeakerSettings())
  private let speech = SpeechClient.scripted(saying: "Good morning. All is well.")

  init() throws {
    library = try TestLibrary()
  }

  @Test("A transcript requested with speakers has them, others do not")
  func together() async throws {
    try await library.addMemo(1, settings: settings)
    try await library.addMemo(2)
    var speech = speech
    let speakers = speech.speakers
    speech.speakers = { [library] request in
      #expect(try await library.states()[0] != .done, "it is still worked on")
      return try await speakers(request)
    }
    try await library.run(speech)
    let transcription = try #require(try await library.transcription(1))
    #expect(transcription.speakers.map(\.label) == ["Speaker 1", "Speaker 2"])
    #expect(transcription.words.map { $0.speaker?.rawValue } == [0, 0, 0, 1, 1])
    #expect(try await library.transcription(2)?.speakers == [])
    #expect(try await library.states() == [.done, .done])
  }

  @Test("A transcript requested by channel has speakers, or says why not", arguments: [1, 2])
  func channels(count: Int) async throws {
    try await library.addMemo(1, settings: TranscriptionSettings(channels: true))
    let events = try await library.run(speech) {
      $0.audioFile.listen = { _, _ in
        // The right channel speaks for 0.6 seconds, then the left one.
        let frames = (0..<16_000).flatMap { index -> [Float] in
          let sample: Float = index % 2 == 0 ? 0.1 : -0.1
          let isRight = index < 4_800
          return [isRight ? 0 : sample, isRight ? sample : 0]
        }
        return DecodedAudio(
          channelCount: count,
          chunks: AsyncThrowingStream { continuation in
            continuation.yield(frames)
            continuation.finish()
          }, sampleRate: 8_000)
      }
    }
    let words = try await library.transcription(1)?.words.map { $0.speaker?.rawValue }
    let speakers: [Int?] = [0, 0, 1, 1, 1]
    #expect(words == (count == 2 ? speakers : speakers.map { _ in nil }))
    let reason = SpeakerProblem.noChannels.description
    #expect(
      events.contains(.speakersFailed(TestLibrary.id(1), reason: reason)) == (count == 1))
    #expect(try await library.states() == [.done])
  }

  @Test(
    "If speaker detection fails, the transcript is kept and the reason reported")
  func failing() async throws {
    try await library.addMemo(1, settings: settings)
    var speech = speech
    speech.speakers = { _ in throw SpeechClient.Failure.engine(message: "it was killed") }
    let events = try await library.run(speech)
    #expect(events.contains(.speakersFailed(TestLibrary.id(1), reason: "it was killed")))
    #expect(try await library.transcription(1)?.text == "Good morning. All is well.")
    #expect(try await library.states() == [.done])
  }

  @Test("A program that ends during speaker detection leaves the job to the next one")
  func interrupted() async throws {
    try await library.addMemo(1, settings: settings)
    let (isAsked, asked) = AsyncStream<Void>.makeStream()
    var speech = speech
    speech.speakers = { _ in
      asked.yield()
      return try await Task.never()
    }
    let run = Task { [library, speech] in try await library.run(speech) }
    for await _ in isAsked { break }
    run.cancel()
    _ = await run.result
    #expect(try await library.states() == [.queued])
    try await library.run(self.speech)
    #expect(try await library.transcription(1)?.speakers.count == 2)
  }
}
