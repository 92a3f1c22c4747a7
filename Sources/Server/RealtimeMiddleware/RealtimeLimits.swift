/// What a client may ask for at most.
public struct RealtimeLimits: Hashable, Sendable {
  /// How much sound there may be of which one transcript is made: an hour, and room on the disk for
  /// it.
  public var seconds = 60 * 60
  public var byteCount = 256 * 1_024 * 1_024
  /// How much there must be, as for OpenAI's clients.
  public var shortest: Duration = .milliseconds(100)
  /// How long somebody may speak until the server ends a turn, in milliseconds.
  public var longestTurn = 10 * 60 * 1_000
  /// How many transcripts may wait for those before them. The sound of each is a file.
  public var waitingCount = 32
  /// How large an event may be: of sound it has 15 MB, which are more as text.
  public var eventByteCount = 21 * 1_024 * 1_024

  public init() {}
}
