import Dependencies
import HTTPMessages
import POSIX
public import WebSocketProtocol

public final class WebSocket: Sendable {
  private struct Incoming {
    var begun: (@Sendable () -> Duration)?
    var bytes: ArraySlice<UInt8> = []
    var end: End?
    var parser: WebSocketParser
  }

  private enum End {
    case closed(WebSocketClose?)
    case lost
  }

  private struct Outgoing: Sendable {
    let bytes: [UInt8]
    let sent: CheckedContinuation<Void, any Error>
  }

  private enum Outcome {
    case finished((any Error)?)
    case stopped
    case broken
  }

  private let clock: any Clock<Duration>
  private let connection: any HTTPConnection
  private let incoming: Mutex<Incoming>
  private let limits: WebSocketLimits
  private let outcomes:
    (stream: AsyncStream<Outcome>, continuation: AsyncStream<Outcome>.Continuation)
  private let outgoing:
    (stream: AsyncStream<Outgoing>, continuation: AsyncStream<Outgoing>.Continuation)

  init(_ connection: any HTTPConnection, limits: WebSocketLimits) {
    @Dependency(\.continuousClock) var clock
    self.clock = clock
    self.connection = connection
    incoming = Mutex(Incoming(parser: WebSocketParser(limits: limits.parser)))
    self.limits = limits
    outcomes = AsyncStream.makeStream()
    outgoing = AsyncStream.makeStream()
  }

  /// Returns the next message, or `nil` once the client is gone; only one task may read at a time.
  /// Throws ``WebSocketError``, and ``WebSocketFailure/timedOut`` if the client doesn't respond.
  public func next() async throws -> WebSocketMessage? {
    while true {
      let event = try incoming.withLock { incoming in
        try incoming.parser.next(from: &incoming.bytes)
      }
      switch event {
      case .message(let message): return message
      case .ping(let bytes): try await send(.pong(bytes))
      case .pong: break
      case .close(let close):
        incoming.withLock { $0.end = .closed(close) }
        return nil
      case nil:
        guard let bytes = try await readWithTimeout()
        else {
          incoming.withLock { $0.end = $0.end ?? .lost }
          return nil
        }
        incoming.withLock { $0.bytes = bytes }
      }
    }
  }

  /// Returns once the system has taken the message. Several tasks may send at the same time.
  public func send(_ message: WebSocketMessage) async throws { try await send(.message(message)) }

  private func send(_ event: WebSocketEvent) async throws {
    // A frame is sent whole even if the task is canceled, because others follow.
    try await withCheckedThrowingContinuation { continuation in
      let outgoing = outgoing.continuation.yield(
        Outgoing(bytes: event.encoded(), sent: continuation))
      guard case .enqueued = outgoing
      else { return continuation.resume(throwing: WebSocketFailure.closed) }
    }
  }

  private func readWithTimeout() async throws -> ArraySlice<UInt8>? {
    let rest = incoming.withLock { incoming in
      incoming.begun = incoming.parser.isWithinMessage ? incoming.begun ?? clock.stopwatch() : nil
      return incoming.begun.map { limits.messageTimeout - $0() }
    }
    return try await withThrowingTaskGroup(of: ArraySlice<UInt8>?.self) { group in
      group.addTask { try await self.connection.read() }
      group.addTask {
        try await self.clock.sleep(for: self.limits.idleTimeout)
        try await self.send(.ping([]))
        try await self.clock.sleep(for: self.limits.pongTimeout)
        throw WebSocketFailure.timedOut
      }
      if let rest {
        group.addTask {
          try await self.clock.sleep(for: rest)
          throw WebSocketFailure.timedOut
        }
      }
      defer { group.cancelAll() }
      return try await group.next() ?? nil
    }
  }

  func stop() { outcomes.continuation.yield(.stopped) }

  func run(_ handler: @escaping @Sendable (WebSocket) async throws -> Void) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask { await self.sendAll() }
      let outcome = await self.outcome(of: handler)
      await self.sendClose(after: outcome)
      self.outgoing.continuation.finish()
    }
  }

  private func outcome(of handler: @escaping @Sendable (WebSocket) async throws -> Void) async
    -> Outcome
  {
    await withTaskGroup(of: Outcome.self) { group in
      group.addTask {
        do {
          try await handler(self)
          return .finished(nil)
        } catch {
          return .finished(error)
        }
      }
      group.addTask {
        for await outcome in self.outcomes.stream { return outcome }
        return .broken
      }
      let first = await group.next()
      group.cancelAll()
      return first ?? .broken
    }
  }

  private func sendAll() async {
    var isBroken = false
    for await outgoing in outgoing.stream {
      do {
        guard !isBroken
        else { throw WebSocketFailure.closed }
        try await write(outgoing.bytes)
        outgoing.sent.resume()
      } catch {
        isBroken = true
        outcomes.continuation.yield(.broken)
        outgoing.sent.resume(throwing: error)
      }
    }
  }

  private func write(_ bytes: [UInt8]) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { try await self.connection.write(bytes) }
      group.addTask {
        try await self.clock.sleep(for: self.limits.sendTimeout)
        throw WebSocketFailure.closed
      }
      defer { group.cancelAll() }
      try await group.next()
    }
  }

  private func sendClose(after outcome: Outcome) async {
    let end = incoming.withLock { $0.end }
    let close: WebSocketClose?
    switch (outcome, end) {
    case (.broken, _), (_, .lost): return
    // Both sides have sent a close, so the server closes the connection at once.
    case (_, .closed(let theirs)): close = theirs.map { WebSocketClose($0.code) }
    case (.stopped, nil): close = WebSocketClose(.goingAway, "the server is shutting down")
    case (.finished(nil), nil): close = WebSocketClose(.normal)
    case (.finished(let error?), nil): close = WebSocketClose(error)
    }
    guard (try? await send(.close(close))) != nil, end == nil
    else { return }
    // Closing a connection while input arrives loses the bytes sent last.
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        while !self.isEnd, let bytes = try? await self.connection.read() {
          self.incoming.withLock { $0.bytes += bytes }
        }
      }
      group.addTask { try? await self.clock.sleep(for: self.limits.closeTimeout) }
      await group.next()
      group.cancelAll()
    }
  }

  private var isEnd: Bool {
    incoming.withLock { incoming in
      while let event = try? incoming.parser.next(from: &incoming.bytes) {
        if case .close = event { return true }
      }
      incoming.bytes = []
      return false
    }
  }
}

extension WebSocketClose {
  fileprivate init(_ error: any Error) {
    switch error {
    case let close as WebSocketClose: self = close
    case let error as WebSocketError: self = error.close
    case WebSocketFailure.timedOut: self.init(.goingAway, "the client did not respond in time")
    default: self.init(.failed, "internal error on the server")
    }
  }
}
