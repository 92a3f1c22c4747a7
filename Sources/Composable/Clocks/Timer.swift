extension Clock {
  /// A sequence that yields at intervals of the clock's time, for as long as it is iterated.
  ///
  /// ```swift
  /// for await _ in clock.timer(interval: .seconds(1)) {
  ///   await send(.timerTicked)
  /// }
  /// ```
  ///
  /// Intervals are counted from the start of the iteration and do not drift. Ticks that are due
  /// while the loop's body runs are combined. The sequence ends when its task is canceled.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks.
  ///   - tolerance: How much later a tick may be.
  ///   - fileID: The file of the issue that a negative interval is.
  ///   - filePath: The path of that file.
  ///   - line: The line of the issue.
  ///   - column: The column of the issue.
  /// - Returns: The sequence, whose elements are the times of the ticks.
  public func timer(
    interval: Duration,
    tolerance: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> AsyncTimerSequence<AnyClock<Duration>> {
    AsyncTimerSequence(
      interval: interval, tolerance: tolerance, clock: AnyClock(self), fileID: fileID,
      filePath: filePath, line: line, column: column)
  }
}
