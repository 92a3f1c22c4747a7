import ConcurrencyExtras
import IssueReporting

/// A clock that reports an issue on each use, then behaves like its base clock.
///
/// Use it where a test expects no use of time: any use fails the test.
public struct UnimplementedClock<Duration: DurationProtocol & Hashable>: Clock {
  /// A point in the base clock's time.
  public struct Instant: InstantProtocol {
    fileprivate let base: AnyClock<Duration>.Instant

    /// The instant after a duration.
    public func advanced(by duration: Duration) -> Self {
      Self(base: base.advanced(by: duration))
    }

    /// The time from this instant to another.
    public func duration(to other: Self) -> Duration {
      base.duration(to: other.base)
    }

    /// Whether the left instant is earlier.
    public static func < (lhs: Self, rhs: Self) -> Bool {
      lhs.base < rhs.base
    }
  }

  private let base: AnyClock<Duration>
  private let name: String
  private let site: SourceSite

  /// Makes a clock that reports an issue, then uses another clock.
  ///
  /// - Parameters:
  ///   - base: The clock that does the work.
  ///   - name: The clock's name in issues.
  ///   - fileID: The file of the issues.
  ///   - filePath: The path of that file.
  ///   - line: The line of the issues.
  ///   - column: The column of the issues.
  public init<C: Clock>(
    _ base: C,
    name: String = "\(C.self)",
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) where C.Duration == Duration {
    self.base = AnyClock(base)
    self.name = name
    site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// The base clock's time. Reports an issue.
  public var now: Instant {
    report("now")
    return Instant(base: base.now)
  }

  /// The base clock's resolution. Reports an issue.
  public var minimumResolution: Duration {
    report("minimumResolution")
    return base.minimumResolution
  }

  /// Sleeps on the base clock. Reports an issue.
  ///
  /// - Parameters:
  ///   - deadline: When to wake up.
  ///   - tolerance: How much later it may be.
  /// - Throws: `CancellationError` if the task is canceled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    report("sleep")
    try await base.sleep(until: deadline.base, tolerance: tolerance)
  }

  private func report(_ endpoint: String) {
    site.report(
      """
      Unimplemented: '\(name).\(endpoint)' was used, but this clock has no implementation. Use a \
      'TestClock' to control time, or an 'ImmediateClock' to skip waiting.
      """)
  }
}

extension UnimplementedClock where Duration == Swift.Duration {
  /// Makes a clock whose sleeps report an issue and return at once.
  ///
  /// - Parameters:
  ///   - name: The clock's name in issues.
  ///   - now: The time that it starts at.
  ///   - fileID: The file of the issues.
  ///   - filePath: The path of that file.
  ///   - line: The line of the issues.
  ///   - column: The column of the issues.
  public init(
    name: String = "Clock",
    now: ImmediateClock<Swift.Duration>.Instant = ImmediateClock<Swift.Duration>.Instant(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) {
    self.init(
      ImmediateClock(now: now), name: name, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }
}

extension Clock where Self == UnimplementedClock<Swift.Duration> {
  /// A clock whose use reports an issue: `$0.continuousClock = .unimplemented()`.
  ///
  /// - Parameters:
  ///   - name: The clock's name in issues.
  ///   - now: The time that it starts at.
  ///   - fileID: The file of the issues.
  ///   - filePath: The path of that file.
  ///   - line: The line of the issues.
  ///   - column: The column of the issues.
  public static func unimplemented(
    name: String = "Clock",
    now: ImmediateClock<Swift.Duration>.Instant = ImmediateClock<Swift.Duration>.Instant(),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    UnimplementedClock(
      name: name, now: now, fileID: fileID, filePath: filePath, line: line, column: column)
  }
}
