public import HTTPMessages
public import WebSocketProtocol

/// The client's end of a websocket, over a simulated connection.
public final class TestWebSocket: Sendable {
  private let conversation: Task<Void, Never>
  private let fromServer: Pipe
  private let reader = Reader()
  private let toServer: Pipe

  /// Upgrades a response as a server does.
  ///
  /// - Returns: `nil` for other responses.
  public init?(_ response: HTTPResponse) {
    guard case .upgrade(let speak) = response.content
    else { return nil }
    let (fromServer, toServer) = (Pipe(), Pipe())
    (self.fromServer, self.toServer) = (fromServer, toServer)
    conversation = Task {
      await speak(Connection(incoming: toServer, outgoing: fromServer))
      await fromServer.end()
    }
  }

  /// A client's requests.
  public static let headers: HTTPHeaders = [
    "Connection": "keep-alive, Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
  ]

  /// Sends an event as a client does.
  public func send(_ event: WebSocketEvent) async {
    await toServer.add(event.encoded(mask: 0x1234_5678))
  }

  /// Sends bytes, whatever they are.
  public func send(_ bytes: [UInt8]) async { await toServer.add(bytes) }

  /// The next message; `nil` if the server has ended.
  public func next() async throws -> WebSocketEvent? { try await reader.next(from: fromServer) }

  /// Loses the connection.
  public func leave() async { await toServer.end() }

  /// Stops reading from the server.
  public func block() async { await fromServer.block() }

  /// Drops the connection as a server does.
  public func abort() { conversation.cancel() }

  /// Waits until the server has finished with the connection.
  public func end() async { await conversation.value }

  private actor Reader {
    private var bytes: ArraySlice<UInt8> = []
    private var parser = WebSocketParser(.client)

    func next(from pipe: Pipe) async throws -> WebSocketEvent? {
      while true {
        if let event = try parser.next(from: &bytes) { return event }
        guard let more = try await pipe.take()
        else { return nil }
        bytes = more
      }
    }
  }

  private struct Connection: HTTPConnection {
    let incoming: Pipe
    let outgoing: Pipe

    func read() async throws -> ArraySlice<UInt8>? { try await incoming.take() }
    func write(_ bytes: [UInt8]) async throws { try await outgoing.write(bytes) }
  }
}

/// Bytes on their way from one end to the other.
private actor Pipe {
  private var isBlocked = false
  private var isEnded = false
  private var pieces: ArraySlice<[UInt8]> = []
  private var waiting: [CheckedContinuation<Void, Never>] = []

  func add(_ bytes: [UInt8]) {
    pieces.append(bytes)
    wake()
  }

  func block() { isBlocked = true }

  func end() {
    isEnded = true
    wake()
  }

  /// Adds bytes, unless nothing is taken: then it waits to be canceled.
  func write(_ bytes: [UInt8]) async throws {
    while isBlocked {
      try Task.checkCancellation()
      await wait()
    }
    add(bytes)
  }

  /// The next value; `nil` at the end.
  func take() async throws -> ArraySlice<UInt8>? {
    while true {
      try Task.checkCancellation()
      if let piece = pieces.popFirst() { return piece[...] }
      if isEnded { return nil }
      await wait()
    }
  }

  private func wait() async {
    await withTaskCancellationHandler {
      await withCheckedContinuation { waiting.append($0) }
    } onCancel: {
      Task { await self.wake() }
    }
  }

  private func wake() {
    for continuation in waiting { continuation.resume() }
    waiting = []
  }
}
