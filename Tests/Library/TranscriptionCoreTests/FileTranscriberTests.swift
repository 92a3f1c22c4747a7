import AudioFileClient
import ConcurrencyExtras
import Dependencies
import Foundation
import SharedModels
import SpeechClient
import Testing
import TranscriptionCore

struct FileTranscriberTests {
  private static let file = URL(fileURLWithPath: "/nonexistent/A talk.wav")

  private func transcribing<Value: Sendable>(
    _ speech: SpeechClient, _ update: (inout DependencyValues) -> Void = { _ in },
    _ work: @Sendable (FileTranscriber) async throws -> Value
  ) async throws -> Value {
    try await withDependencies {
      $0.audioFile = .simulated()
      $0.date.now = TestLibrary.now
      $0.speechClient = speech
      $0.uuid = .incrementing
      update(&$0)
    } operation: {
      try await work(FileTranscriber())
    }
  }

  @Test("The engine is told which languages are likely")
  func likelyLanguages() async throws {
    let likely = LockIsolated<[String]>([])
    var speech = SpeechClient.scripted(saying: "Yes.")
    let transcribe = speech.transcribe
    speech.transcribe = { request in
      likely.setValue(request.likelyLanguages)
      return transcribe(request)
    }
    _ = try await transcribing(speech) {
      try await $0.transcription(
        of: .preview(), in: Self.file, model: nil, settings: TranscriptionSettings(),
        likelyLanguages: ["fr", "de"])
    }
    #expect(likely.value == ["fr", "de"])
  }

  @Test("A file transcribes like a memo, and its text is the engine's")
  func text() async throws {
    let fractions = LockIsolated<[Double]>([])
    let (recording, transcription) = try await transcribing(.scripted(saying: "Good day. Yes.")) {
      let recording = try await $0.memo(of: Self.file, named: "A talk.wav").recording
      let transcription = try await $0.transcription(
        of: recording, in: Self.file, model: nil, settings: TranscriptionSettings()
      ) { fraction in fractions.withValue { $0.append(fraction) } }
      return (recording, transcription)
    }
    #expect(recording.title == "A talk")
    #expect(recording.date == TestLibrary.now)
    #expect(transcription.text == "Good day. Yes.")
    #expect(transcription.segments.count == 2)
    #expect(!transcription.model.isEmpty)
    #expect(fractions.value == fractions.value.sorted() && fractions.value.last == 1)
  }

  @Test("The engine gets the audio track of the settings, and the transcript names it")
  func track() async throws {
    var speech = SpeechClient.scripted(saying: "Good day.")
    let transcribe = speech.transcribe
    speech.transcribe = { request in
      _ = request.audio.samples(from: .zero)
      return transcribe(request)
    }
    let decoded = LockIsolated<[URL]>([])
    let transcription = try await transcribing(speech) {
      $0.audioFile.decode = { url, _ in
        decoded.withValue { $0.append(url) }
        return AudioSamples(chunks: [])
      }
    } _: {
      try await $0.transcription(
        of: .mock, in: Self.file, model: nil, settings: TranscriptionSettings(track: 2))
    }
    #expect(decoded.value == [Self.file.audioTrack(2)])
    #expect(transcription.settings.track == 2)
  }

  @Test(
    "The engine gets speech at a usual loudness, within ±1",
    arguments: [(0.001, -35.0), (8.0, -10.0)])
  func leveled(amplitude: Double, decibels: Double) async throws {
    // Syllables of a fifth of a second, with pauses of low noise.
    let samples = (0..<10 * AudioSamples.sampleRate).map { index in
      let time = Double(index) / Double(AudioSamples.sampleRate)
      let level = Int(time * 5) % 2 == 0 ? amplitude : amplitude / 100
      return Float(level * sin(2 * .pi * 300 * time))
    }
    let heard = LockIsolated<[Float]>([])
    var speech = SpeechClient.scripted(saying: "Good day.")
    let transcribe = speech.transcribe
    speech.transcribe = { request in
      AsyncThrowingStream { continuation in
        Task {
          do {
            for try await chunk in request.audio.samples(from: .zero) {
              heard.withValue { $0 += chunk }
            }
            for try await event in transcribe(request) { continuation.yield(event) }
            continuation.finish()
          } catch {
            continuation.finish(throwing: error)
          }
        }
      }
    }
    _ = try await transcribing(speech) {
      $0.audioFile.decode = { _, _ in AudioSamples(chunks: [samples]) }
    } _: {
      try await $0.transcription(
        of: .mock, in: Self.file, model: nil, settings: TranscriptionSettings())
    }
    let peak = heard.value.reduce(0) { max($0, Double($1.magnitude)) }
    #expect(heard.value.count == samples.count)
    #expect(abs(peak / (2.0.squareRoot() * pow(10, decibels / 20)) - 1) < 0.15)
  }

  @Test("An engine that ends too early gives no text")
  func early() async {
    await #expect(throws: SpeechClient.Failure.taskError) {
      try await transcribing(.scripted([])) {
        let recording = try await $0.memo(of: Self.file, named: "a").recording
        return try await $0.transcription(
          of: recording, in: Self.file, model: nil, settings: TranscriptionSettings()
        ) { _ in }
      }
    }
  }
}
