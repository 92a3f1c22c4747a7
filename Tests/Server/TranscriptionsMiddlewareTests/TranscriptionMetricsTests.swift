import HTTPMessages
import SharedModels
import SpeechClient
import TestSite
import Testing

/// What the server counts and logs.
extension TranscriptionsMiddlewareTests {
  @Test("The transcribed audio is in the metrics")
  func metrics() async throws {
    let site = try await TestSite(scopes: [.admin, .transcribe])
    let speech = SpeechClient.scripted([
      .segment(Segment(start: .zero, end: .seconds(2), text: "Yes.")),
      .finished(TranscriptionSummary(language: "en")),
    ])
    for fields in [[], [("stream", "true")]] {
      #expect(try await send(fields, to: site, speech: speech).status == .ok)
    }
    let page = try await site.send(.get, "/metrics").text
    #expect(page.contains("speechmemo_speech_seconds_total 4\n"), "\(page)")
  }

  @Test("A client that leaves during a transcription is logged with status 499")
  func leaving() async throws {
    let site = try await TestSite(scopes: [.transcribe])
    let (isAsked, asked) = AsyncStream<Void>.makeStream()
    var speech = SpeechClient.scripted(saying: words)
    speech.transcribe = { _ in
      asked.yield()
      return AsyncThrowingStream { _ in }
    }
    let task = Task { [speech] in try await send(to: site, speech: speech) }
    for await _ in isAsked { break }
    task.cancel()
    #expect(try await task.value.status == .clientClosedRequest)
    #expect(site.visits.value.last?.status == .clientClosedRequest)
    #expect(site.visits.value.last?.failure == nil)
  }
}
