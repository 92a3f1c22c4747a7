import AudioFileClient
import ConcurrencyExtras
import DatabaseClient
import HTTPMessages
import SharedModels
import SpeechClient
import TestSite
import Testing
import Foundation

/// Speakers whose voices the client sends.
extension TranscriptionsMiddlewareTests {
  /// Audio of that length for any file.
  private func lasting(_ duration: Duration) -> @Sendable (URL) async throws -> AudioFileInfo {
    { url in
      var info = try await AudioFileClient.simulated().probe(url)
      info.duration = duration
      return info
    }
  }

  @Test("Named speakers of the reference audio are used, complete and streamed")
  func knownSpeakers() async throws {
    let site = try await TestSite(scopes: [.transcribe, .keep])
    let asked = LockIsolated<[SpeakersRequest]>([])
    var speech = SpeechClient.scripted(saying: words)
    speech.speakers = { request in
      asked.withValue { $0.append(request) }
      // The second speaker is who speaks in the reference.
      let ben = Voice(model: "m", embedding: [0, 1])
      return RecordingSpeakers(
        sameLikeness: 0.65,
        voices: request.words.isEmpty ? [ben] : [Voice(model: "m", embedding: [1, 0]), ben],
        words: request.words.indices.map { $0 / 3 % 2 })
    }
    let fields = [
      ("response_format", "diarized_json"), ("known_speaker_names[]", "Ben"),
      ("known_speaker_references[]", "data:audio/wav;base64,c291bmQ="),
    ]
    let json = try await send(fields, to: site, speech: speech, probe: lasting(.seconds(4)))
    #expect(json.status == .ok, "\(json.text)")
    let segments = try #require(try json.object["segments"] as? [[String: Any]])
    #expect(segments.map { $0["speaker"] as? String } == ["A", "Ben"])
    #expect(asked.value.map(\.count) == [1, nil])
    let stream = try await send(
      fields + [("stream", "true")], to: site, speech: speech, probe: lasting(.seconds(4)))
    #expect(stream.text.contains(#""speaker":"Ben""#), "\(stream.text)")
    let memo = try #require(try await site.database.recordings(matching: RecordingQuery()).first)
    let kept = try await site.database.transcription(of: memo.id)?.speakers
    #expect(kept?.map(\.name) == [nil, "Ben"] && kept?.allSatisfy { $0.voice == nil } == true)
  }

  @Test(
    "Invalid speaker references are refused with the valid form",
    arguments: [
      ([("known_speaker_names[]", "Ben")], "as many"),
      ([("known_speaker_references[]", "data:audio/wav;base64,c291bmQ=")], "as many"),
      (
        [("known_speaker_names[]", "Ben"), ("known_speaker_references[]", "c291bmQ=")], "data URL"
      ),
      ([("known_speaker_names[]", "Ben"), ("known_speaker_names[]", "Ben")], "unique"),
      (
        [
          ("known_speaker_names[]", "Ben"),
          ("known_speaker_references[]", "data:audio/wav;base64,c291bmQ="),
        ], "11.0 seconds long: it must be 2 to 10"
      ),
      (
        (1...5).flatMap {
          [
            ("known_speaker_names[]", "\($0)"),
            ("known_speaker_references[]", "data:audio/wav;base64,c291bmQ="),
          ]
        }, "at most 4 known speakers"
      ),
      (
        [
          ("known_speaker_names[]", "Ben"),
          ("known_speaker_references[]", "data:audio/wav;base64,c291bmQ="),
          ("response_format", "json"),
        ], "only 'diarized_json'"
      ),
    ])
  func wrongKnownSpeakers(fields: [(String, String)], reason: String) async throws {
    let site = try await TestSite(scopes: [.transcribe])
    let format =
      fields.contains { $0.0 == "response_format" }
      ? [] : [("response_format", "diarized_json")]
    let reply = try await send(format + fields, to: site, probe: lasting(.seconds(11)))
    #expect(reply.status == .badRequest)
    #expect(reply.text.contains(reason), "\(reply.text)")
  }
}
