import AudioFileClientLive
import Dependencies
import Foundation
import HTTPMessages
import SpeechClient
import TestSite
import TestWebSocket
import Testing
import WebSocketProtocol

/// An event received by a client.
struct Told {
  private let values: [String: Any]

  init(_ text: String) throws {
    values = try #require(
      try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any])
  }

  /// A value at a place, such as `error.message`.
  subscript(path: String) -> Any? {
    path.split(separator: ".").reduce(values) { value, name in
      (value as? [String: Any])?[String(name)]
    }
  }

  /// The text at a place.
  func text(_ path: String) -> String? { self[path] as? String }

  var type: String {
    (text("type") ?? "").replacing("conversation.item.input_audio_transcription", with: "…")
  }
}

/// A client of OpenAI's API that speaks.
struct RealtimeClient {
  let socket: TestWebSocket

  init(_ response: HTTPResponse) throws {
    socket = try #require(TestWebSocket(response), "\(response)")
  }

  static func connect(
    to site: TestSite, _ target: String = "/v1/realtime?intent=transcription",
    headers: HTTPHeaders = [:], speech: SpeechClient = .scripted(saying: "Anna is late. Go on."),
    prepare: () -> Void = {}
  ) async throws -> Self {
    try Self(await answer(of: site, target, headers: headers, speech: speech, prepare: prepare))
  }

  static func answer(
    of site: TestSite, _ target: String = "/v1/realtime?intent=transcription",
    headers: HTTPHeaders = [:], speech: SpeechClient = .scripted(saying: "Anna is late. Go on."),
    showsToken: Bool = true, prepare: () -> Void = {}
  ) async -> HTTPResponse {
    var request = HTTPRequest(.get, target, headers: TestWebSocket.headers)
    for field in headers.fields { request.headers[field.name] = field.value }
    return await withDependencies {
      $0.audioFile = .liveValue
      $0.speechClient = speech
    } operation: {
      prepare()
      return await site.respond(to: request, showingToken: showsToken)
    }
  }

  func send(_ text: String) async { await socket.send(.message(.text(text))) }

  func append(_ sound: [UInt8]) async {
    await send(
      #"{"type":"input_audio_buffer.append","audio":"\#(Data(sound).base64EncodedString())"}"#)
  }

  func commit() async { await send(#"{"type":"input_audio_buffer.commit"}"#) }

  /// Makes the client mark the ends of speech.
  func endTurnsMyself() async throws {
    await send(#"{"type":"session.update","session":{"audio":{"input":{"turn_detection":null}}}}"#)
    _ = try await told(until: "session.updated")
  }

  /// The messages up to an event of that type.
  func told(until type: String) async throws -> [Told] {
    var told: [Told] = []
    while let event = try await socket.next() {
      guard case .message(.text(let text)) = event
      else { break }
      told.append(try Told(text))
      if told.last?.type == type { return told }
    }
    Issue.record("'\(type)' was not told: \(told.map(\.type))")
    return told
  }

  func next() async throws -> Told {
    guard case .message(.text(let text)) = try await socket.next()
    else { throw WebSocketClose(.normal, "nothing was told") }
    return try Told(text)
  }

  func leave() async {
    await socket.leave()
    await socket.end()
  }

  /// A second of quiet audio, half a second of loud, and a second of quiet, at 24 kHz.
  static let sentence: [UInt8] = (0..<60_000).flatMap { index -> [UInt8] in
    let isLoud = (24_000..<36_000).contains(index)
    let sample = Int16((isLoud ? 8_000 : 4) * sin(Double(index) / 20))
    return [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
  }
}
