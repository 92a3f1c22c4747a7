public struct QueueState: Equatable, Sendable {
  public var oldest: Duration?
  public var runningCount: Int
  /// Includes jobs whose lease is over. Memos in the trash don't count.
  public var waitingCount: Int

  public init(waitingCount: Int = 0, runningCount: Int = 0, oldest: Duration? = nil) {
    self.oldest = oldest
    self.runningCount = runningCount
    self.waitingCount = waitingCount
  }
}
