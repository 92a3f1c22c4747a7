import Clocks
import Foundation
import TestWebServer
import Testing

@testable import OpenAIConnection

@Suite("Responses of a server as events", .timeLimit(.minutes(10)))
struct EventTests {
  private static let type = "Content-Type: text/event-stream; charset=utf-8"

  private func response(
    _ server: WebServer, clock: any Clock<Duration> = ImmediateClock()
  ) async throws -> EventResponse {
    try await server.connection(clock: clock).events(
      of: "/answers", Array("{}".utf8), idleTimeout: .seconds(60), timeout: .seconds(60))
  }

  private func events(_ server: WebServer) async throws -> [String] {
    guard case .events(let stream) = try await response(server)
    else { return [] }
    var events: [String] = []
    while let event = try await stream.next() { events.append(event) }
    return events
  }

  @Test("Each event has its data, at any cut and with either line end")
  func parsing() throws {
    let text =
      "data: one\n\n: alive\ndata:two\r\nevent: x\r\n\r\ndata: a\ndata: b\n\nid: 1\n\ndata: open\n"
    for size in [1, 2, 3, 7, text.utf8.count] {
      var parser = EventParser()
      var events: [String] = []
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: size) {
        try parser.add(bytes[start..<min(start + size, bytes.count)])
        while let event = parser.next() { events.append(event) }
      }
      #expect(events == ["one", "two", "a\nb"], "\(size)")
    }
  }

  @Test("A line without an end is refused, and so is an event without an end")
  func endless() throws {
    let data = "data: \(String(repeating: "x", count: 1 << 19))\n"
    for text in [String(repeating: "x", count: 2 << 20), data + data + data] {
      var parser = EventParser()
      #expect(throws: EventParser.TooLong.self) { try parser.add(text.utf8) }
    }
    var parser = EventParser()
    for _ in 0..<3 {
      try parser.add(repeatElement(UInt8(ascii: ":"), count: 1 << 19))
      try parser.add("\ndata: \(String(repeating: "x", count: 1 << 19))\n\n".utf8)
      #expect(parser.next()?.utf8.count == 1 << 19)
    }
  }

  @Test("A request has the key, and a busy server is asked again until events begin")
  func repeated() async throws {
    let server = try WebServer(
      answering: .status(503, headers: ["Retry-After: 7"]), .close,
      .status(200, text: "data: hello\n\n", headers: [Self.type]))
    let clock = ImmediateClock()
    let start = clock.now
    guard case .events(let stream) = try await response(server, clock: clock)
    else {
      Issue.record("there are no events")
      return
    }
    #expect(try await stream.next() == "hello")
    #expect(try await stream.next() == nil)
    #expect(start.duration(to: clock.now) == .seconds(7 + 2))
    #expect(server.requests.count == 3)
    let request = try #require(server.requests.first)
    #expect(request.line == "POST /v1/answers HTTP/1.1")
    #expect(request.headers["authorization"] == "Bearer secret-key")
    #expect(request.headers["content-type"] == "application/json")
    #expect(request.headers["accept"] == "text/event-stream")
  }

  @Test("A response without events is returned as a whole")
  func other() async throws {
    let server = try WebServer(
      answering: .status(400, text: #"{"error":{"message":"no"}}"#, headers: [Self.type]),
      .status(200, text: "{}", headers: ["Content-Type: application/json"]))
    for (status, body) in [(400, #"{"error":{"message":"no"}}"#), (200, "{}")] {
      guard case .other(let response) = try await response(server)
      else {
        Issue.record("it has events")
        return
      }
      #expect(response.status == status)
      #expect(String(decoding: response.body, as: UTF8.self) == body)
    }
  }

  @Test("A connection that is lost between events is a failure")
  func lost() async throws {
    let server = try WebServer(
      answering: .raw(
        "HTTP/1.1 200 OK\r\n\(Self.type)\r\nContent-Length: 1000\r\n\r\ndata: one\n\ndata: tw"))
    let failure = await #expect(throws: OpenAIFailure.self) { try await events(server) }
    #expect(failure?.message.contains("cannot be reached") == true)
    #expect(failure?.hint == "search on this machine")
    #expect(server.requests.count == 1)
  }

  @Test("An event without an end is a failure")
  func endlessEvent() async throws {
    let server = try WebServer(
      answering: .raw("HTTP/1.1 200 OK\r\n\(Self.type)\r\n\r\n", then: .endlessBody))
    let failure = await #expect(throws: OpenAIFailure.self) { try await events(server) }
    #expect(failure?.message.contains("sent an endless event") == true)
  }
}
