import AudioFileClientLive
import Clocks
import ConcurrencyExtras
import Dependencies
import Foundation
import HTTPMessages
import RealtimeMiddleware
import ServerRouter
import SharedModels
import SpeechClient
import TestSite
import TestWebSocket
import Testing
import WebSocketProtocol
import WebSocketServer

struct RealtimeConnectionTests {
  private let second = [UInt8](repeating: 0, count: 48_000)

  /// A client whose server allows so much.
  private func connect(
    _ limits: RealtimeLimits, speech: SpeechClient
  ) throws -> RealtimeClient {
    try withDependencies {
      $0.audioFile = .liveValue
      $0.continuousClock = TestClock()
      $0.speechClient = speech
      $0.uuid = UUIDGenerator { UUID() }
    } operation: {
      try RealtimeClient(
        RealtimeMiddleware(WebSockets(), limits: limits).connect(
          RealtimeRequest(), HTTPRequest(.get, "/v1/realtime", headers: TestWebSocket.headers)))
    }
  }

  @Test("Audio above the limit is refused, and earlier audio is transcribed")
  func full() async throws {
    var limits = RealtimeLimits()
    limits.seconds = 1
    let client = try connect(limits, speech: .scripted(saying: "Yes."))
    try await client.endTurnsMyself()
    await client.append(second)
    await client.append([0, 0])
    #expect(try await client.next().text("error.code") == "input_audio_buffer_full")
    await client.commit()
    #expect(
      try await client.told(until: "….completed").last?["usage.seconds"] as? Double == 1)
    await client.leave()
  }

  @Test("If speech outpaces the server, excess segments are reported as failed")
  func tooFast() async throws {
    var limits = RealtimeLimits()
    limits.waitingCount = 1
    let (isAsked, asked) = AsyncStream<Void>.makeStream()
    let (isFree, free) = AsyncStream<Void>.makeStream()
    var speech = SpeechClient.scripted(saying: "Yes.")
    let transcribe = speech.transcribe
    speech.transcribe = { request in
      AsyncThrowingStream { continuation in
        Task {
          asked.yield()
          for await _ in isFree { break }
          for try await event in transcribe(request) { continuation.yield(event) }
          continuation.finish()
        }
      }
    }
    let client = try connect(limits, speech: speech)
    try await client.endTurnsMyself()
    await client.append(second)
    await client.commit()
    for await _ in isAsked { break }
    // One is waiting, and there is no room for another.
    for _ in 0..<2 {
      await client.append(second)
      await client.commit()
    }
    let told = try await client.told(until: "….failed")
    let items = told.filter { $0.type == "input_audio_buffer.committed" }
      .compactMap { $0.text("item_id") }
    #expect(items.count == 3)
    #expect(told.last?.text("item_id") == items.last)
    #expect(told.last?.text("error.code") == "too_many_waiting")
    free.finish()
    for item in items.prefix(2) {
      #expect(try await client.told(until: "….completed").last?.text("item_id") == item)
    }
    await client.leave()
  }

  @Test("Disconnecting cancels the client's transcription")
  func leaving() async throws {
    let (isAsked, asked) = AsyncStream<Void>.makeStream()
    let (isEnded, ended) = AsyncStream<Void>.makeStream()
    var speech = SpeechClient.scripted(saying: "Yes.")
    speech.transcribe = { _ in
      AsyncThrowingStream { continuation in
        continuation.onTermination = { _ in ended.yield() }
        asked.yield()
      }
    }
    let client = try connect(RealtimeLimits(), speech: speech)
    try await client.endTurnsMyself()
    await client.append(second)
    await client.commit()
    for await _ in isAsked { break }
    await client.leave()
    for await _ in isEnded { break }
  }

  @Test("A stopping server notifies its clients")
  func stop() async throws {
    let site = try await TestSite(scopes: [.transcribe])
    let client = try await RealtimeClient.connect(to: site)
    #expect(try await client.next().type == "session.created")
    site.endStreams()
    #expect(
      try await client.socket.next()
        == .close(WebSocketClose(.goingAway, "the server is shutting down")))
    await client.leave()
  }

  @Test("Revoking a token ends its session")
  func revoked() async throws {
    let site = try await TestSite(scopes: [.transcribe])
    let client = try await RealtimeClient.connect(to: site)
    #expect(try await client.next().type == "session.created")
    let other = try await TestSite.token(for: site.database, named: "other", scopes: [.admin])
    let reply = await site.respond(
      to: HTTPRequest(
        .delete, "/api/tokens/test", headers: ["Authorization": "Bearer \(other)"]))
    #expect(reply.status == .noContent)
    #expect(try await client.socket.next() == nil)
    await client.socket.end()
  }

  @Test("Clients may send the token as a subprotocol, as OpenAI's do, and pages of named origins")
  func pages() async throws {
    let site = try await TestSite { $0.origins = ["https://notes.example"] }
    let token = try await TestSite.token(for: site.database, named: "page", scopes: [.transcribe])
    func answer(
      _ origin: String?, _ shown: String, field: String? = nil
    ) async -> HTTPResponse {
      let protocols = "realtime, openai-insecure-api-key.\(shown), openai-beta.realtime-v1"
      return await RealtimeClient.answer(
        of: site,
        headers: HTTPHeaders(
          [
            ("Authorization", field), ("Origin", origin), ("Sec-WebSocket-Protocol", protocols),
          ].compactMap { name, value in
            value.map { HTTPHeaders.Field(name: name, value: $0) }
          }), showsToken: false)
    }
    let response = await answer("https://notes.example", token)
    #expect(response.status == .switchingProtocols)
    #expect(response.headers["Sec-WebSocket-Protocol"] == "realtime")
    let client = try RealtimeClient(response)
    #expect(try await client.next().type == "transcription_session.created")
    await client.leave()
    let other = await answer(nil, token)
    #expect(other.status == .switchingProtocols)
    #expect(other.headers.values(of: "Sec-WebSocket-Protocol") == ["realtime"])
    #expect(!other.headers.fields.contains { $0.value.contains(token) })
    let program = try RealtimeClient(other)
    #expect(try await program.next().type == "transcription_session.created")
    await program.leave()
    #expect(await answer(nil, "speechmemo_wrong").status == .unauthorized)
    #expect(await answer(nil, "").status == .unauthorized)
    #expect(await answer("https://notes.example", "speechmemo_wrong").status == .unauthorized)
    #expect(await answer("https://notes.example", token, field: "Bearer x").status == .unauthorized)
    #expect(await answer(nil, token, field: "Bearer x").status == .unauthorized)
    #expect(await answer("https://evil.example", token).status == .forbidden)
    #expect(await answer("https://evil.example", "", field: "Bearer \(token)").status == .forbidden)
  }

  @Test("A request without an upgrade is refused")
  func noWebSocket() async throws {
    let site = try await TestSite(scopes: [.transcribe])
    let reply = try await site.send(.get, "/v1/realtime")
    #expect(reply.status == .upgradeRequired)
    #expect(reply.headers["Upgrade"] == "websocket")
    #expect(reply.headers["Sec-WebSocket-Version"] == "13")
    #expect(reply.text.contains(#""error":{"message":"this address accepts only WebSocket"#))
    #expect(try await site.send(.get, "/v1/realtime?call_id=1").status == .badRequest)
    for intent in ["conversation", "Transcription", ""] {
      let refused = try await site.send(.get, "/v1/realtime?intent=\(intent)")
      #expect(refused.status == .badRequest)
      #expect(
        refused.text.contains(
          #""error":{"message":"'intent' must be 'transcription': this server only transcribes""#))
    }
    let accepted = try await site.send(.get, "/v1/realtime?intent=transcription")
    #expect(accepted.status == .upgradeRequired)
    #expect(try await site.send(.head, "/v1/realtime").status == .upgradeRequired)
  }
}
