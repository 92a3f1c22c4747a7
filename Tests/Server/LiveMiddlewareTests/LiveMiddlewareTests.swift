import Dependencies
import Foundation
import HTTPMessages
import SharedModels
import SpeechClient
import TestSite
import TestWebSocket
import Testing
import WebSocketProtocol

struct LiveMiddlewareTests {
  private struct Told: Decodable, Equatable {
    var type: String
    var detail: String?
    var text: String?
    var open: String?
    var isFinal: Bool?
  }

  /// An engine that reports the number of received samples, and the level of the last one.
  private var counting: SpeechClient {
    var client = SpeechClient()
    client.startTask = { request in
      AsyncThrowingStream { continuation in
        let task = Task {
          var count = 0
          var last: Float = 0
          for try await piece in request.audio.samples(from: .zero) {
            count += piece.count
            last = piece.last ?? last
            continuation.yield(Self.result("\(count) \(last)", isFinal: false))
          }
          continuation.yield(Self.result("\(count) in all", isFinal: true))
          continuation.finish()
        }
        continuation.onTermination = { _ in task.cancel() }
      }
    }
    return client
  }

  private static func result(_ text: String, isFinal: Bool) -> SpeechRecognitionResult {
    let words = text.split(separator: " ").map { word in
      Word(text: String(word), start: .zero, end: .seconds(1))
    }
    return SpeechRecognitionResult(
      bestTranscription: Transcription(
        model: "script",
        segments: [Segment(start: .zero, end: .seconds(1), text: text, words: words)]),
      isFinal: isFinal)
  }

  private func connect(to site: TestSite, speech: SpeechClient) async throws -> TestWebSocket {
    let response = await withDependencies {
      $0.speechClient = speech
    } operation: {
      await site.respond(to: HTTPRequest(.get, "/api/live", headers: TestWebSocket.headers))
    }
    return try #require(TestWebSocket(response), "\(response)")
  }

  private func next(_ socket: TestWebSocket) async throws -> Told {
    guard case .message(.text(let text)) = try await socket.next()
    else { throw WebSocketClose(.normal, "nothing was told") }
    return try JSONDecoder().decode(Told.self, from: Data(text.utf8))
  }

  @Test("All text so far is sent on each change, and the final text at the end")
  func words() async throws {
    let site = try await TestSite(scopes: [.transcribe])
    let socket = try await connect(to: site, speech: counting)
    await socket.send(.message(.binary([0, 0, 0, 0x40])))
    #expect(
      try await next(socket)
        == Told(type: "words", text: "2 0.5", open: "2 0.5", isFinal: false))
    // A sample may be split between messages.
    await socket.send(.message(.binary([0, 0, 0])))
    #expect(try await next(socket).text == "3 0.0")
    await socket.send(.message(.binary([0xc0])))
    #expect(try await next(socket).text == "4 -0.5")
    await socket.send(.message(.text("end")))
    #expect(
      try await next(socket) == Told(type: "words", text: "4 in all", open: "", isFinal: true))
    #expect(try await socket.next() == .close(WebSocketClose(.normal)))
    await socket.leave()
    await socket.end()
  }

  @Test(
    "Text that may change is marked, also without spaces; pauses are line breaks")
  func open() async throws {
    var speech = SpeechClient()
    speech.startTask = { _ in
      AsyncThrowingStream { continuation in
        let words = [("東京", 0.0), ("の", 0.5), ("天気", 3), ("は", 3.5)].map { text, start in
          Word(text: text, start: .seconds(start), end: .seconds(start + 0.5))
        }
        continuation.yield(
          SpeechRecognitionResult(
            bestTranscription: Transcription(segments: [Segment(words: words)]), isFinal: false,
            settledWordCount: 3))
        continuation.finish()
      }
    }
    let site = try await TestSite(scopes: [.transcribe])
    let socket = try await connect(to: site, speech: speech)
    #expect(
      try await next(socket)
        == Told(type: "words", text: "東京の\n天気は", open: "は", isFinal: false))
    await socket.leave()
    await socket.end()
  }

  @Test("Recognition ends with the client's connection")
  func leaving() async throws {
    let (isEnded, ended) = AsyncStream<Void>.makeStream()
    var speech = SpeechClient()
    speech.startTask = { _ in
      AsyncThrowingStream { continuation in
        continuation.onTermination = { _ in ended.yield() }
        continuation.yield(Self.result("Yes", isFinal: false))
      }
    }
    let site = try await TestSite(scopes: [.transcribe])
    let socket = try await connect(to: site, speech: speech)
    #expect(try await next(socket).text == "Yes")
    await socket.leave()
    await socket.end()
    for await _ in isEnded { break }
  }

  @Test("An unavailable engine is reported, and its cause logged")
  func failing() async throws {
    var speech = SpeechClient()
    speech.startTask = { _ in .finished(throwing: SpeechClient.Failure.taskError) }
    let site = try await TestSite(scopes: [.transcribe])
    let socket = try await connect(to: site, speech: speech)
    let told = try await next(socket)
    #expect(told.type == "failed")
    #expect(told.detail?.contains("speechmemo doctor") == true)
    #expect(try await socket.next() == .close(WebSocketClose(.normal)))
    await socket.leave()
    await socket.end()
    #expect(site.visits.value.last?.failure != nil)
  }

  @Test("Text messages other than the end marker are refused")
  func texts() async throws {
    let site = try await TestSite(scopes: [.transcribe])
    let socket = try await connect(to: site, speech: counting)
    await socket.send(.message(.text("hello")))
    #expect(
      try await socket.next()
        == .close(
          WebSocketClose(.unsupported, "send audio as binary messages, then the text 'end'")))
    await socket.leave()
    await socket.end()
  }

  @Test("It is a websocket only, and needs a token that allows to transcribe")
  func refusals() async throws {
    let site = try await TestSite(scopes: [.transcribe])
    #expect(try await site.send(.get, "/api/live").status == .upgradeRequired)
    let reading = try await TestSite(scopes: [.read])
    let response = await reading.respond(
      to: HTTPRequest(.get, "/api/live", headers: TestWebSocket.headers))
    #expect(response.status == .forbidden)
  }
}
