import ConcurrencyExtras
import Foundation
import SharedModels
import SpeechClient
import SpeechClientLive
import Testing

/// Work that resumes with another process as if it had never stopped.
@Suite("An engine's checkpoints", .serialized)
struct CheckpointTests {
  let fake: FakeEngine

  init() throws {
    fake = try FakeEngine()
  }

  @Test("A replacement process returns the same text, wherever the first one died")
  func restart() async throws {
    let whole = await fake.client("remembers").events()
    #expect(whole.failure == nil)
    #expect(whole.events.text == (0..<6).map { "number \($0)" }.joined(separator: " "))
    let other = try FakeEngine()
    let starts = LockIsolated<[Duration]>([])
    let (events, failure) = await other.client("remembers and dies").events(
      .recording { start in
        starts.withValue { $0.append(start) }
        return SpeechAudio.second.samples(from: start)
      })
    #expect(failure == nil)
    #expect(other.startCount == 3)
    #expect(events.flatMap(\.segments) == whole.events.flatMap(\.segments))
    #expect(starts.value == [.zero, .zero, .zero], "the samples are those of the first time")
  }

  @Test("A later request resumes from each checkpoint")
  func request() async throws {
    let client = fake.client("remembers")
    let passages = await client.events().events.compactMap(\.passage)
    #expect(passages.map(\.segments.count) == [2, 2, 2])
    for (index, passage) in passages.enumerated() {
      let checkpoint = try #require(passage.checkpoint)
      #expect(checkpoint.start == .seconds(index + 1))
      let rest = try await client.segments(
        from: checkpoint, after: try #require(passage.segments.last))
      #expect(rest == passages[(index + 1)...].flatMap(\.segments))
    }
  }

  @Test("A job resumes with its default model, also if another is the default now")
  func formerDefault() async throws {
    let last = Segment(words: [Word(text: "Before.", start: .zero, end: .seconds(2))])
    var settings = fake.settings("remembers")
    settings.environment["FAKE_DEFAULT"] = "base"
    let client = SpeechClient.live(settings)
    #expect(await client.engineStatus().models.map(\.name).prefix(2) == ["base", "tiny"])
    let checkpoint = TranscriptionCheckpoint(
      maker: "fake 1.5 1 tiny", start: .seconds(1), state: "1")
    let rest = try await client.segments(from: checkpoint, after: last)
    #expect(rest.map(\.text) == (2..<6).map { "number \($0)" })
    settings.environment["FAKE_PART"] = "tells request"
    let told = try await SpeechClient.live(settings).segments(from: checkpoint, after: last)
    #expect(told.first?.text.contains(#""model""#) == false, "it has no checkpoints to resume")
  }

  @Test("An engine whose default model was replaced is not used again")
  func outdated() async throws {
    let client = fake.client("good")
    _ = await client.engineStatus()
    _ = await client.events()
    #expect(fake.startCount == 1)
    try await client.addModel(model: "base")
    _ = await client.events()
    #expect(fake.startCount == 2)
  }

  @Test("Another engine's checkpoint is ignored: work resumes after the last segment")
  func stranger() async throws {
    let last = Segment(words: [Word(text: "Before.", start: .zero, end: .seconds(2))])
    for maker in ["fake 1.4 1 tiny", "fake 1.5 2 tiny", "fake 1.5 1 base"] {
      let checkpoint = TranscriptionCheckpoint(maker: maker, start: .seconds(1), state: "1")
      // It refuses a start that is not its state's.
      await #expect(throws: SpeechClient.Failure.self) {
        try await fake.client("remembers").segments(from: checkpoint, after: last)
      }
      let text = try await fake.client("tells request").segments(from: checkpoint, after: last)
        .map(\.text).joined()
      #expect(text.contains(#""prompt": "Before.""#) && text.contains(#""start": 2"#))
      #expect(!text.contains("resume"))
    }
  }
}

extension TranscriptionEvent {
  var passage: (segments: [Segment], checkpoint: TranscriptionCheckpoint?)? {
    if case .passage(let segments, let checkpoint) = self { (segments, checkpoint) } else { nil }
  }
}

extension SpeechClient {
  /// The text after a checkpoint, which follows a segment.
  func segments(
    _ audio: SpeechAudio = .second, from checkpoint: TranscriptionCheckpoint, after last: Segment
  ) async throws -> [Segment] {
    let request = TranscriptionRequest(
      audio: audio, checkpoint: checkpoint, precedingText: last.text, startingAt: last.end)
    var segments: [Segment] = []
    for try await event in transcribe(request) { segments += event.segments }
    return segments
  }
}
