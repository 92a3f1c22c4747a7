public struct RealtimeLimits: Hashable, Sendable {
  public var seconds = 60 * 60
  public var byteCount = 256 * 1_024 * 1_024
  public var shortest: Duration = .milliseconds(100)
  /// Milliseconds of speech after which the server ends a turn.
  public var longestTurn = 10 * 60 * 1_000
  public var waitingCount = 32
  /// Fits 15 MB of audio as Base64.
  public var eventByteCount = 21 * 1_024 * 1_024

  public init() {}
}
