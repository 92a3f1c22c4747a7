import IssueReporting

/// A sequence that yields the time at intervals. See ``Clock/timer(interval:tolerance:)``.
public struct AsyncTimerSequence<C: Clock>: AsyncSequence, Sendable {
  /// The time of a tick, by the clock.
  public typealias Element = C.Instant

  /// A timer does not fail.
  public typealias Failure = Never

  private let interval: C.Duration
  private let tolerance: C.Duration?
  private let clock: C

  /// Makes a sequence of the ticks of a clock.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks. A negative one is reported as an issue and taken as
  ///     zero: ticks without a pause.
  ///   - tolerance: How much later a tick may be.
  ///   - clock: The clock.
  ///   - fileID: The file of the issue.
  ///   - filePath: The path of that file.
  ///   - line: The line of the issue.
  ///   - column: The column of the issue.
  public init(
    interval: C.Duration,
    tolerance: C.Duration? = nil,
    clock: C,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    if interval < .zero {
      reportIssue(
        """
        A timer's interval can't be negative, but this one is \(interval). Pass a positive \
        duration.
        """,
        fileID: fileID, filePath: filePath, line: line, column: column)
    }
    self.interval = interval < .zero ? .zero : interval
    self.tolerance = tolerance
    self.clock = clock
  }

  /// A sequence of the ticks of a clock.
  ///
  /// - Parameters:
  ///   - interval: The time between two ticks.
  ///   - tolerance: How much later a tick may be.
  ///   - clock: The clock.
  /// - Returns: The sequence.
  public static func repeating(
    every interval: C.Duration, tolerance: C.Duration? = nil, clock: C
  ) -> Self {
    Self(interval: interval, tolerance: tolerance, clock: clock)
  }

  /// An iterator whose first tick is one interval after its first request.
  public func makeAsyncIterator() -> Iterator {
    Iterator(interval: interval, tolerance: tolerance, clock: clock)
  }

  /// Waits for one tick after another.
  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let interval: C.Duration
    fileprivate let tolerance: C.Duration?
    fileprivate let clock: C
    private var last: C.Instant?
    private var isFinished = false

    fileprivate init(interval: C.Duration, tolerance: C.Duration?, clock: C) {
      self.interval = interval
      self.tolerance = tolerance
      self.clock = clock
    }

    /// Waits for the next tick.
    ///
    /// - Returns: The time, or `nil` if the task is canceled.
    public mutating func next() async -> C.Instant? {
      guard !isFinished
      else { return nil }
      let deadline = nextDeadline()
      do {
        try await clock.sleep(until: deadline, tolerance: tolerance)
      } catch {
        isFinished = true
        return nil
      }
      last = deadline
      return clock.now
    }

    /// The first multiple of the interval that is not past.
    private func nextDeadline() -> C.Instant {
      let now = clock.now
      let last = last ?? now
      let next = last.advanced(by: interval)
      guard interval > .zero, next < now
      else { return next }
      let missed = next.duration(to: now) / interval
      return next.advanced(by: interval * Int(missed.rounded(.up)))
    }
  }
}
