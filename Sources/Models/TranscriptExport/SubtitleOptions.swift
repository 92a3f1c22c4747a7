public struct SubtitleOptions: Equatable, Sendable {
  public var lineLength: Int
  public var lineCount: Int
  public var longest: Duration
  public var shortest: Duration = .seconds(1)
  public var pause: Duration = .milliseconds(800)

  public init(lineLength: Int = 42, lineCount: Int = 2, longest: Duration = .seconds(7)) {
    self.lineLength = max(lineLength, 2)
    self.lineCount = max(lineCount, 1)
    self.longest = max(longest, .milliseconds(1))
  }
}
