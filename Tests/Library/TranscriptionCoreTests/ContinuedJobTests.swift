import ConcurrencyExtras
import DatabaseClient
import Foundation
import SharedModels
import SpeechClient
import Testing
import TranscriptionCore

struct ContinuedJobTests {
  private let library: TestLibrary

  init() throws {
    library = try TestLibrary()
  }

  /// An engine that counts, and is lost after each number: only its checkpoint has the next one.
  private static func counting(
    _ failures: Int, requests: LockIsolated<[TranscriptionRequest]>
  ) -> SpeechClient {
    var speech = SpeechClient.scripted([])
    speech.transcribe = { request in
      requests.withValue { $0.append(request) }
      let attempt = requests.value.count
      return AsyncThrowingStream { continuation in
        let first = Int(request.checkpoint?.state ?? "0") ?? -1
        let engine = TranscriptionEngine(name: "counter", version: "1")
        continuation.yield(.started(SpeechEngineInfo(engine: engine, model: "numbers")))
        for number in first..<4 {
          let start = Duration.seconds(2 * number)
          let word = Word(text: "\(number)", start: start, end: start + .seconds(1))
          continuation.yield(
            .passage(
              [Segment(words: [word])],
              TranscriptionCheckpoint(
                maker: "counter", start: .seconds(number), state: "\(number + 1)")))
          guard attempt > failures
          else {
            return continuation.finish(throwing: SpeechClient.Failure.engine(message: "lost"))
          }
        }
        continuation.yield(.finished(TranscriptionSummary(engine: engine)))
        continuation.finish()
      }
    }
    return speech
  }

  @Test("A job resumes from its checkpoint, in this process and the next")
  func checkpoint() async throws {
    try await library.addMemo(1)
    let job = try #require(try await library.database.jobs.claim(among: nil))
    let zero = Segment(words: [Word(text: "0", start: .zero, end: .seconds(1))])
    try await library.database.jobs.append(
      segments: [zero], to: job.id,
      checkpoint: TranscriptionCheckpoint(maker: "counter", start: .zero, state: "1"),
      progress: 0.1)
    try await library.database.jobs.end(id: job.id, outcome: .interrupted)
    let requests = LockIsolated<[TranscriptionRequest]>([])
    try await library.run(Self.counting(2, requests: requests))
    #expect(requests.value.map(\.checkpoint?.state) == ["1", "2", "3"])
    #expect(requests.value.map(\.startingAt) == [.seconds(1), .seconds(3), .seconds(5)])
    #expect(try await library.transcription(1)?.segments.map(\.text) == ["0", "1", "2", "3"])
  }
}
