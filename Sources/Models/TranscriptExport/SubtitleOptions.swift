/// How much of a transcript is shown at once, and for how long.
public struct SubtitleOptions: Equatable, Sendable {
  /// The longest line, in columns: East Asian characters and emoji count two.
  public var lineLength: Int
  /// How many lines are shown at once.
  public var lineCount: Int
  /// How long they are shown at most.
  public var longest: Duration
  /// A shorter cue stays on the screen for this long if the next one leaves the time.
  public var shortest: Duration
  /// A silence of this length ends a cue.
  public var pause: Duration

  /// Creates options, with at least two columns, one line, and a millisecond.
  public init(
    lineLength: Int = 42,
    lineCount: Int = 2,
    longest: Duration = .seconds(7),
    shortest: Duration = .seconds(1),
    pause: Duration = .milliseconds(800)
  ) {
    self.lineLength = max(lineLength, 2)
    self.lineCount = max(lineCount, 1)
    self.longest = max(longest, .milliseconds(1))
    self.shortest = shortest
    self.pause = pause
  }
}
