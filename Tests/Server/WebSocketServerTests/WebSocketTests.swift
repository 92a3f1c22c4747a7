import Clocks
import ConcurrencyExtras
import Dependencies
import HTTPMessages
import ServerRouter
import TestWebSocket
import Testing
import WebSocketProtocol
import WebSocketServer

struct WebSocketTests {
  private let clock = TestClock()
  private let sockets = WebSockets()

  /// A client that has been let in.
  private func connect(
    _ limits: WebSocketLimits = WebSocketLimits(),
    handler: @escaping @Sendable (WebSocket) async throws -> Void
  ) throws -> TestWebSocket {
    let response = try withDependencies {
      $0.continuousClock = clock
    } operation: {
      try sockets.accept(
        HTTPRequest(.get, "/", headers: TestWebSocket.headers), limits: limits, handler: handler)
    }
    return try #require(TestWebSocket(response))
  }

  /// Sends each message back.
  @Sendable private static func echo(_ socket: WebSocket) async throws {
    while let message = try await socket.next() { try await socket.send(message) }
  }

  /// Runs work while time passes.
  private func passing(_ operation: () async throws -> Void) async throws {
    let time = Task {
      while !Task.isCancelled { await clock.advance(by: .seconds(1)) }
    }
    defer { time.cancel() }
    try await operation()
  }

  @Test(
    "A websocket upgrade is answered per RFC 6455, with a common protocol")
  func handshake() throws {
    func answer(_ protocols: String?) throws -> HTTPResponse {
      var request = HTTPRequest(.get, "/", headers: TestWebSocket.headers)
      request.headers["Sec-WebSocket-Protocol"] = protocols
      return try withDependencies {
        $0.continuousClock = clock
      } operation: {
        try sockets.accept(request, protocols: ["chat", "realtime"]) { _ in }
      }
    }
    let response = try answer(nil)
    #expect(response.status == .switchingProtocols)
    #expect(response.headers["Upgrade"] == "websocket")
    #expect(response.headers["Sec-WebSocket-Accept"] == "s3pPLMBiTxaQ9kYGzzhZRbK+xOo=")
    #expect(response.headers["Sec-WebSocket-Protocol"] == nil)
    #expect(try answer("x, realtime, chat").headers["Sec-WebSocket-Protocol"] == "realtime")
    #expect(try answer("x").headers["Sec-WebSocket-Protocol"] == nil)
  }

  @Test(
    "Any other request is refused with the required headers",
    arguments: [
      ("Upgrade", nil, HTTPStatus.upgradeRequired), ("Upgrade", "h2c", .upgradeRequired),
      ("Connection", "close", .upgradeRequired),
      ("Sec-WebSocket-Version", "8", .upgradeRequired),
      ("Sec-WebSocket-Version", nil, .upgradeRequired),
      ("Sec-WebSocket-Key", nil, .badRequest), ("Sec-WebSocket-Key", "short", .badRequest),
    ])
  func noHandshake(field: String, value: String?, status: HTTPStatus) {
    var request = HTTPRequest(.get, "/", headers: TestWebSocket.headers)
    request.headers[field] = value
    let problem = #expect(throws: ServerProblem.self) { try sockets.accept(request) { _ in } }
    #expect(problem?.status == status)
  }

  @Test("Messages pass in both directions, pings are answered, and both sides close")
  func echo() async throws {
    let client = try connect(handler: Self.echo)
    await client.send(.message(.text("Grüße")))
    #expect(try await client.next() == .message(.text("Grüße")))
    await client.send(.ping([1, 2]))
    await client.send(.pong([]))
    #expect(try await client.next() == .pong([1, 2]))
    let large = WebSocketEvent.message(.binary([UInt8](repeating: 7, count: 100_000)))
    await client.send(large)
    #expect(try await client.next() == large)
    await client.send(.close(WebSocketClose(.normal, "done")))
    #expect(try await client.next() == .close(WebSocketClose(.normal)))
    #expect(try await client.next() == nil)
    await client.end()
    #expect(sockets.count == 0)
  }

  @Test("After sending everything, a connection closes and waits for the client's close")
  func done() async throws {
    let client = try connect { try await $0.send(.text("bye")) }
    #expect(try await client.next() == .message(.text("bye")))
    #expect(try await client.next() == .close(WebSocketClose(.normal)))
    await client.send(.message(.text("one more")))
    await client.send(.close(nil))
    await client.end()
  }

  @Test("A client that does not answer a farewell is not waited for long")
  func noFarewell() async throws {
    let client = try connect { _ in }
    try await passing { await client.end() }
    #expect(try await client.next() == .close(WebSocketClose(.normal)))
    #expect(try await client.next() == nil)
  }

  @Test("A protocol error closes the connection with its reason")
  func breach() async throws {
    let client = try connect(handler: Self.echo)
    await client.send([0x81, 0x01, 0x41])
    #expect(try await client.next() == .close(WebSocketError.notMasked.close))
    await client.leave()
    await client.end()
  }

  @Test("An oversized message closes the connection before it arrives")
  func large() async throws {
    var limits = WebSocketLimits()
    limits.parser.message = 10
    let client = try connect(limits, handler: Self.echo)
    let bytes = WebSocketEvent.message(.text("eleven byte")).encoded(mask: 1)
    await client.send(Array(bytes.prefix(6)))
    #expect(try await client.next() == .close(WebSocketError.tooLarge(limit: 10).close))
    await client.leave()
    await client.end()
  }

  @Test("An internal error closes the connection without details")
  func failure() async throws {
    struct Secret: Error {}
    let client = try connect { _ in throw Secret() }
    #expect(
      try await client.next() == .close(WebSocketClose(.failed, "internal error on the server")))
    await client.leave()
    await client.end()
    let other = try connect { _ in throw WebSocketClose(.init(rawValue: 4_000), "enough") }
    #expect(try await other.next() == .close(WebSocketClose(.init(rawValue: 4_000), "enough")))
    await other.leave()
    await other.end()
  }

  @Test("A disconnecting client cancels its handler, even if idle")
  func leaving() async throws {
    let isCancelled = LockIsolated(false)
    let client = try connect { socket in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask {
          do {
            try await Task.sleep(for: .seconds(1_000_000))
          } catch {
            isCancelled.setValue(true)
          }
        }
        while try await socket.next() != nil {}
        group.cancelAll()
      }
    }
    await client.send(.message(.text("half")))
    await client.leave()
    await client.end()
    #expect(isCancelled.value)
    #expect(try await client.next() == nil)
  }

  @Test("A silent client is pinged, and closed without an answer")
  func silence() async throws {
    var limits = WebSocketLimits()
    limits.sendTimeout = .seconds(1_000_000_000)
    let client = try connect(limits, handler: Self.echo)
    try await passing { () async throws in
      #expect(try await client.next() == .ping([]))
      #expect(
        try await client.next()
          == .close(WebSocketClose(.goingAway, "the client did not respond in time")))
      await client.end()
    }
    #expect(clock.now >= .init(offset: .seconds(60)))
  }

  @Test("A client that answers pings stays connected")
  func signsOfLife() async throws {
    var limits = WebSocketLimits()
    (limits.sendTimeout, limits.pongTimeout) = (.seconds(1_000_000_000), .seconds(1_000_000_000))
    let client = try connect(limits, handler: Self.echo)
    try await passing { () async throws in
      for _ in 0..<5 {
        #expect(try await client.next() == .ping([]))
        await client.send(.pong([]))
      }
    }
    await client.leave()
    await client.end()
  }

  @Test("An unfinished message times out, even if bytes keep arriving")
  func drip() async throws {
    var limits = WebSocketLimits()
    (limits.sendTimeout, limits.pongTimeout) = (.seconds(1_000_000_000), .seconds(1_000_000_000))
    let client = try connect(limits, handler: Self.echo)
    await client.send(Array(WebSocketFrame(.text, [1], isLast: false, mask: 1).encoded()))
    try await passing { () async throws in
      var event = try await client.next()
      while event == .ping([]) {
        await client.send(.pong([]))
        event = try await client.next()
      }
      #expect(
        event == .close(WebSocketClose(.goingAway, "the client did not respond in time")))
      await client.leave()
      await client.end()
    }
  }

  @Test("A client that does not read blocks its sender, and is closed after a timeout")
  func stuck() async throws {
    let failure = LockIsolated<WebSocketFailure?>(nil)
    let client = try connect { socket in
      do {
        try await socket.send(.text("first"))
        while try await socket.next() != nil {}
        try await socket.send(.text("never taken"))
      } catch let error as WebSocketFailure {
        failure.setValue(error)
      }
    }
    #expect(try await client.next() == .message(.text("first")))
    await client.block()
    await client.send(.ping([]))
    try await passing { await client.end() }
    #expect(failure.value == .closed)
    #expect(sockets.count == 0)
  }

  @Test("A stopping server closes all connections, and refuses new ones")
  func stop() async throws {
    let isCancelled = LockIsolated(false)
    let client = try connect { socket in
      do {
        while try await socket.next() != nil {}
      } catch is CancellationError {
        isCancelled.setValue(true)
      }
    }
    await client.send(.ping([]))
    #expect(try await client.next() == .pong([]))
    sockets.close()
    let close = WebSocketEvent.close(WebSocketClose(.goingAway, "the server is shutting down"))
    #expect(try await client.next() == close)
    await client.send(.close(nil))
    await client.end()
    #expect(isCancelled.value)
    let late = try connect(handler: Self.echo)
    #expect(try await late.next() == close)
    await late.send(.close(nil))
    await late.end()
  }

  @Test("An aborted connection ends at once, even while sending")
  func abort() async throws {
    let client = try connect { socket in
      try await socket.send(.text("first"))
      while let message = try await socket.next() { try await socket.send(message) }
    }
    #expect(try await client.next() == .message(.text("first")))
    await client.block()
    await client.send(.message(.text("never taken")))
    client.abort()
    await client.end()
    #expect(sockets.count == 0)
  }
}
