import IssueReporting

/// Any clock of one kind of durations, as one type.
///
/// `any Clock<Duration>` can do less: it cannot name the instants of a clock, to sleep until one.
public struct AnyClock<Duration: DurationProtocol>: Clock {
  /// An instant of any clock. Instants of different clocks have nothing to do with each other: to
  /// compare or subtract them is reported as an issue.
  public struct Instant: InstantProtocol {
    fileprivate let base: any InstantProtocol<Duration>

    /// The instant after a duration.
    public func advanced(by duration: Duration) -> Self {
      Self(base: base.advanced(by: duration))
    }

    /// The time from this instant to another of the same clock.
    public func duration(to other: Self) -> Duration {
      func open<I: InstantProtocol<Duration>>(_ base: I) -> Duration? {
        (other.base as? I).map { base.duration(to: $0) }
      }
      return open(base) ?? mismatch(base, other.base, fallback: .zero)
    }

    /// Whether the left instant is earlier. Both must be of the same clock.
    public static func < (lhs: Self, rhs: Self) -> Bool {
      func open<I: InstantProtocol<Duration>>(_ base: I) -> Bool? {
        (rhs.base as? I).map { base < $0 }
      }
      return open(lhs.base) ?? mismatch(lhs.base, rhs.base, fallback: false)
    }

    /// Whether both are the same instant of clocks of one type.
    public static func == (lhs: Self, rhs: Self) -> Bool {
      func open<I: InstantProtocol<Duration>>(_ base: I) -> Bool {
        (rhs.base as? I).map { base == $0 } ?? false
      }
      return open(lhs.base)
    }

    /// Hashes the clock's own instant.
    public func hash(into hasher: inout Hasher) {
      base.hash(into: &hasher)
    }
  }

  private let base: any Clock<Duration>

  /// Erases the type of a clock. An erased clock is not wrapped again.
  ///
  /// - Parameter base: The clock.
  public init(_ base: some Clock<Duration>) {
    self.base = (base as? Self)?.base ?? base
  }

  /// The clock's time.
  public var now: Instant {
    func open<C: Clock<Duration>>(_ clock: C) -> Instant { Instant(base: clock.now) }
    return open(base)
  }

  /// The smallest step of the clock.
  public var minimumResolution: Duration { base.minimumResolution }

  /// Suspends the task until the clock has got to an instant.
  ///
  /// - Parameters:
  ///   - deadline: The instant. One of another kind of clock is reported as an issue, and then
  ///     this returns at once.
  ///   - tolerance: How much later it may be.
  /// - Throws: `CancellationError` if the task is canceled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    func open<C: Clock<Duration>>(_ clock: C) async throws {
      guard let deadline = deadline.base as? C.Instant
      else { return mismatch(clock.now, deadline.base, fallback: ()) }
      try await clock.sleep(until: deadline, tolerance: tolerance)
    }
    try await open(base)
  }
}

/// Reports that instants of two kinds of clocks were used together.
private func mismatch<Value, Duration>(
  _ lhs: any InstantProtocol<Duration>, _ rhs: any InstantProtocol<Duration>, fallback: Value
) -> Value {
  reportIssue(
    """
    Instants of two different clocks were used together: '\(typeName(lhs))' and \
    '\(typeName(rhs))'. Take both from one clock.
    """)
  return fallback
}

private func typeName(_ value: Any) -> String { String(reflecting: type(of: value)) }
