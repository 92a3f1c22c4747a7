public import WebSocketProtocol

public struct WebSocketLimits: Hashable, Sendable {
  public var parser = WebSocketParser.Limits()
  /// Time without input until a ping is sent.
  public var idleTimeout: Duration = .seconds(30)
  /// Time to respond to a ping.
  public var pongTimeout: Duration = .seconds(30)
  public var messageTimeout: Duration = .seconds(300)
  public var sendTimeout: Duration = .seconds(30)
  public var closeTimeout: Duration = .seconds(5)

  public init() {}
}

public enum WebSocketFailure: Error, Equatable {
  case closed
  case timedOut
}
