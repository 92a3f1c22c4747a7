import ConcurrencyExtras
import Dependencies
import Foundation
import HTTPMessages
import LibraryFolder
import SharedModels
import SharedSettings
import Sharing
import SpeechClient
import TestSite
import TestWebSocket
import Testing
import WebSocketProtocol

struct RealtimeMiddlewareTests {
  private let words = "Anna is late. Go on."
  /// A second of silence in 24 kHz.
  private let second = [UInt8](repeating: 0, count: 48_000)

  @Test("Audio arrives, and its transcript is sent in parts and completely, repeatedly")
  func transcript() async throws {
    let site = try await TestSite(scopes: [.transcribe])
    let client = try await RealtimeClient.connect(to: site)
    let created = try await client.next()
    #expect(created.type == "session.created")
    #expect(created.text("session.type") == "transcription")
    #expect(created.text("session.audio.input.turn_detection.type") == "server_vad")
    try await client.endTurnsMyself()
    var previous: String?
    for _ in 0..<2 {
      for start in stride(from: 0, to: second.count, by: 4_801) {
        await client.append(Array(second[start..<min(start + 4_801, second.count)]))
      }
      await client.commit()
      let told = try await client.told(until: "….completed")
      #expect(
        told.map(\.type) == [
          "input_audio_buffer.committed", "conversation.item.added", "conversation.item.done",
          "….delta", "….delta", "….completed",
        ])
      let item = try #require(told[0].text("item_id"))
      #expect(told[0].text("previous_item_id") == previous)
      #expect(told[1].text("item.id") == item)
      #expect(told[3...].allSatisfy { $0.text("item_id") == item })
      #expect(told.compactMap { $0.text("delta") }.joined() == words)
      #expect(told.last?.text("transcript") == words)
      #expect(told.last?["usage.seconds"] as? Double == 1)
      #expect(Set(told.compactMap { $0.text("event_id") }).count == told.count)
      previous = item
    }
    await client.leave()
    #expect(try await site.database.recordings(matching: .init()).isEmpty, "nothing is kept")
    #expect(site.visits.value.map(\.failure) == [nil])
  }

  @Test("Turns are detected and transcribed separately")
  func turns() async throws {
    let site = try await TestSite(scopes: [.transcribe])
    let client = try await RealtimeClient.connect(to: site)
    _ = try await client.next()
    for turn in 0..<2 {
      for start in stride(from: 0, to: 120_000, by: 4_800) {
        await client.append(Array(RealtimeClient.sentence[start..<start + 4_800]))
      }
      let told = try await client.told(until: "….completed")
      #expect(
        told.prefix(3).map(\.type) == [
          "input_audio_buffer.speech_started", "input_audio_buffer.speech_stopped",
          "input_audio_buffer.committed",
        ])
      let items = told.compactMap { $0.text("item_id") ?? $0.text("item.id") }
      #expect(Set(items).count == 1)
      #expect(told[0]["audio_start_ms"] as? Int == 2_500 * turn + 700)
      #expect(told[1]["audio_end_ms"] as? Int == 2_500 * turn + 2_000)
      #expect(told.last?["usage.seconds"] as? Double == 1.3)
    }
    await client.leave()
  }

  /// A format, its bytes per second, and its byte for silence.
  private static let everyFormat: [(String, Int, UInt8)] = [
    ("audio/pcm", 48_000, 0), ("audio/pcmu", 8_000, 0xff), ("audio/pcma", 8_000, 0xd5),
  ]

  @Test("The engine receives the sent audio in each format", arguments: everyFormat)
  func formats(format: String, byteCount: Int, silence: UInt8) async throws {
    let heard = LockIsolated<[Float]>([])
    var speech = SpeechClient.scripted(saying: "Yes.")
    let transcribe = speech.transcribe
    speech.transcribe = { request in
      AsyncThrowingStream { continuation in
        Task {
          do {
            for try await piece in request.audio.samples(from: .zero) {
              heard.withValue { $0 += piece }
            }
            for try await event in transcribe(request) { continuation.yield(event) }
            continuation.finish()
          } catch {
            continuation.finish(throwing: error)
          }
        }
      }
    }
    let site = try await TestSite(scopes: [.transcribe])
    let client = try await RealtimeClient.connect(to: site, speech: speech)
    try await client.endTurnsMyself()
    await client.send(
      """
      {"type":"session.update","session":{"type":"transcription","audio":{"input":{"format":
      {"type":"\(format)"}}}}}
      """)
    #expect(try await client.next().text("session.audio.input.format.type") == format)
    await client.append([UInt8](repeating: silence, count: 2 * byteCount))
    await client.commit()
    #expect(
      try await client.told(until: "….completed").last?["usage.seconds"] as? Double == 2)
    #expect(abs(heard.value.count - 32_000) < 40)
    #expect(heard.value.allSatisfy { abs($0) < 0.001 })
    await client.leave()
  }

  @Test("An error names its event, and the session continues")
  func problems() async throws {
    let site = try await TestSite(scopes: [.transcribe])
    let client = try await RealtimeClient.connect(to: site)
    try await client.endTurnsMyself()
    func problem(_ event: String) async throws -> Told {
      await client.send(event)
      let told = try await client.next()
      #expect(told.type == "error")
      return told
    }
    #expect(try await problem("{").text("error.code") == "invalid_json")
    let unknown = try await problem(#"{"event_id":"mine","type":"response.create"}"#)
    #expect(unknown.text("error.event_id") == "mine")
    #expect(unknown.text("error.code") == "unknown_event")
    #expect(unknown.text("error.type") == "invalid_request_error")
    let realtime = try await problem(
      #"{"type":"session.update","session":{"type":"realtime","instructions":"Be kind."}}"#)
    #expect(realtime.text("error.param") == "session.type")
    await client.append([0, 0, 0, 0])
    let short = try await problem(#"{"event_id":"5","type":"input_audio_buffer.commit"}"#)
    #expect(short.text("error.code") == "input_audio_buffer_commit_empty")
    #expect(short.text("error.event_id") == "5")
    await client.socket.send(.message(.binary([1])))
    #expect(try await client.next().text("error.code") == "invalid_json")
    let changed = try await problem(
      #"{"type":"session.update","session":{"audio":{"input":{"format":{"type":"audio/pcmu"}}}}}"#)
    #expect(changed.text("error.code") == "format_in_use")
    await client.append(second)
    await client.commit()
    #expect(try await client.told(until: "….completed").last?.text("transcript") == words)
    await client.leave()
  }

  @Test("Cleared audio is not transcribed")
  func clear() async throws {
    let site = try await TestSite(scopes: [.transcribe])
    let client = try await RealtimeClient.connect(to: site)
    try await client.endTurnsMyself()
    await client.append(second)
    await client.send(#"{"type":"input_audio_buffer.clear"}"#)
    #expect(try await client.next().type == "input_audio_buffer.cleared")
    await client.commit()
    #expect(try await client.next().text("error.code") == "input_audio_buffer_commit_empty")
    await client.leave()
  }

  @Test("Client options reach the engine; the settings provide the rest")
  func request() async throws {
    let asked = LockIsolated<[TranscriptionRequest]>([])
    var speech = SpeechClient.scripted(saying: words)
    let transcribe = speech.transcribe
    speech.transcribe = { request in
      asked.withValue { $0.append(request) }
      return transcribe(request)
    }
    let site = try await TestSite(scopes: [.transcribe])
    let client = try await RealtimeClient.connect(
      to: site, "/v1/realtime?model=script", speech: speech
    ) {
      withDependencies {
        $0.libraryFolder = site.folder
      } operation: {
        @Shared(.settings) var settings
        $settings.withLock {
          $0.language = "fr"
          $0.vocabulary = ["pier"]
        }
      }
    }
    try await client.endTurnsMyself()
    for transcription in [
      "{}",
      #"{"model":"gpt-4o-transcribe","language":"de-CH","prompt":"Anna","keywords":["Oslo"]}"#,
    ] {
      await client.send(
        """
        {"type":"session.update","session":{"audio":{"input":{"transcription":\(transcription)}}}}
        """)
      await client.append(second)
      await client.commit()
      _ = try await client.told(until: "….completed")
    }
    #expect(asked.value.map(\.model) == ["script", nil])
    #expect(asked.value.map(\.settings.language) == ["fr", "de"])
    #expect(asked.value.map(\.settings.vocabulary) == ["pier", "Anna, Oslo"])
    #expect(asked.value.map(\.duration) == [.seconds(1), .seconds(1)])
    await client.leave()
  }

  @Test("Log probabilities are sent on request, and disabled data is not")
  func options() async throws {
    let site = try await TestSite(scopes: [.transcribe])
    let client = try await RealtimeClient.connect(to: site)
    try await client.endTurnsMyself()
    await client.send(
      """
      {"type":"session.update","session":{"include":["item.input_audio_transcription.logprobs"]}}
      """)
    await client.append(second)
    await client.commit()
    let told = try await client.told(until: "….completed")
    #expect((told.last?["logprobs"] as? [Any])?.count == 5)
    await client.send(
      #"{"type":"session.update","session":{"audio":{"input":{"transcription":null}}}}"#)
    await client.append(second)
    await client.commit()
    await client.send(#"{"type":"input_audio_buffer.clear"}"#)
    #expect(
      try await client.told(until: "input_audio_buffer.cleared").map(\.type) == [
        "session.updated", "input_audio_buffer.committed", "conversation.item.added",
        "conversation.item.done", "input_audio_buffer.cleared",
      ])
    await client.leave()
  }

  @Test("Clients of the protocol's first version are answered in its words")
  func old() async throws {
    let site = try await TestSite(scopes: [.transcribe])
    let client = try await RealtimeClient.connect(
      to: site, headers: ["OpenAI-Beta": "realtime=v1"])
    #expect(try await client.next().type == "transcription_session.created")
    await client.send(
      """
      {"type":"transcription_session.update","session":{"input_audio_format":"g711_ulaw",
      "input_audio_transcription":{"model":"whisper-1"},"turn_detection":null}}
      """)
    let updated = try await client.next()
    #expect(updated.type == "transcription_session.updated")
    #expect(updated.text("session.input_audio_format") == "g711_ulaw")
    await client.append([UInt8](repeating: 0xff, count: 8_000))
    await client.commit()
    #expect(
      try await client.told(until: "….completed").map(\.type) == [
        "input_audio_buffer.committed", "conversation.item.created", "….delta", "….delta",
        "….completed",
      ])
    await client.leave()
  }

  @Test("A failed transcript is reported, and the next one succeeds")
  func failure() async throws {
    var speech = SpeechClient.scripted(saying: words)
    let (broken, whole) = (
      SpeechClient.scripted(saying: words, failingAfterWords: 3).transcribe, speech.transcribe
    )
    let count = LockIsolated(0)
    speech.transcribe = { request in
      count.withValue { $0 += 1 }
      return count.value == 1 ? broken(request) : whole(request)
    }
    let site = try await TestSite(scopes: [.transcribe])
    let client = try await RealtimeClient.connect(to: site, speech: speech)
    try await client.endTurnsMyself()
    for _ in 0..<2 {
      await client.append(second)
      await client.commit()
    }
    let told = try await client.told(until: "….completed")
    let failed = try #require(told.first { $0.type == "….failed" })
    #expect(failed.text("item_id") == told.first?.text("item_id"))
    #expect(failed.text("error.type") == "server_error")
    #expect(failed.text("error.message")?.contains("speechmemo doctor") == true)
    await client.leave()
    #expect(site.visits.value.contains { $0.failure?.contains("stopped unexpectedly") == true })
  }
}
