public import WebSocketProtocol

public struct WebSocketLimits: Hashable, Sendable {
  public var parser = WebSocketParser.Limits()
  public var idleTimeout: Duration = .seconds(30)
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
