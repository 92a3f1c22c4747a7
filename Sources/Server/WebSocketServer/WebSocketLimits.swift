public import WebSocketProtocol

public struct WebSocketLimits: Hashable, Sendable {
  public var parser = WebSocketParser.Limits()
  /// Time without input until a ping is sent.
  public var silence: Duration = .seconds(30)
  /// Time to respond to a ping.
  public var patience: Duration = .seconds(30)
  public var message: Duration = .seconds(300)
  public var sending: Duration = .seconds(30)
  public var farewell: Duration = .seconds(5)

  public init() {}
}

public enum WebSocketFailure: Error, Equatable {
  case closed
  case silence
}
