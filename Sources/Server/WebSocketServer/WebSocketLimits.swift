public import WebSocketProtocol

/// What the other end of a connection may do.
public struct WebSocketLimits: Hashable, Sendable {
  /// How much may come at once.
  public var parser = WebSocketParser.Limits()
  /// For how long nothing may come before the other end is asked whether it is there.
  public var silence: Duration = .seconds(30)
  /// For how long it may not answer that.
  public var patience: Duration = .seconds(30)
  /// How long a message may take that has begun, however large it is.
  public var message: Duration = .seconds(300)
  /// For how long it may take nothing of what is sent.
  public var sending: Duration = .seconds(30)
  /// How long is waited for its farewell.
  public var farewell: Duration = .seconds(5)

  public init() {}
}

/// Why there is no going on with a connection.
public enum WebSocketFailure: Error, Equatable {
  /// The connection is closed, or lost.
  case closed
  /// The other end has sent nothing for too long, not even a sign of life, or does not complete what
  /// it has begun.
  case silence
}
