public struct SubtitleOptions: Equatable, Sendable {
  public var lineLength: Int
  public var lineCount: Int
  public var longest: Duration
  public var shortest: Duration
  public var pause: Duration

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
