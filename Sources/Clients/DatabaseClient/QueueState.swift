/// How much is to be transcribed.
public struct QueueState: Equatable, Sendable {
  /// How long ago the one was asked for, of those that wait, that was asked for first; `nil` where none
  /// waits.
  public var oldest: Duration?
  /// How many jobs are done just now.
  public var runningCount: Int
  /// How many wait for somebody to do them: those, too, that were left by who did. What is in the trash
  /// does not wait.
  public var waitingCount: Int

  public init(waitingCount: Int = 0, runningCount: Int = 0, oldest: Duration? = nil) {
    self.oldest = oldest
    self.runningCount = runningCount
    self.waitingCount = waitingCount
  }
}
