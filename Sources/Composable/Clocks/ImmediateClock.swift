import ConcurrencyExtras
import POSIX

/// A clock on which no sleep takes any time: it jumps to the deadline instead.
///
/// For tests and previews that need the result without the wait. A loop that sleeps forever still
/// doesn't end.
public final class ImmediateClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
  /// A point in an immediate clock's time.
  public struct Instant: InstantProtocol {
    fileprivate let offset: Duration

    /// The instant that is this long after the zero point.
    public init(offset: Duration = .zero) {
      self.offset = offset
    }

    /// The instant after a duration.
    public func advanced(by duration: Duration) -> Self {
      Self(offset: offset + duration)
    }

    /// The time from this instant to another.
    public func duration(to other: Self) -> Duration {
      other.offset - offset
    }

    /// Whether the left instant is earlier.
    public static func < (lhs: Self, rhs: Self) -> Bool {
      lhs.offset < rhs.offset
    }
  }

  private let time: Mutex<Instant>

  /// Makes a clock.
  ///
  /// - Parameter now: The time that it starts at.
  public init(now: Instant = Instant()) {
    time = Mutex(now)
  }

  /// The latest deadline that anyone slept until.
  public var now: Instant { time.withLock { $0 } }

  /// Zero: the clock is exact.
  public var minimumResolution: Duration { .zero }

  /// Jumps to the deadline, and gives way to other tasks.
  ///
  /// - Parameters:
  ///   - deadline: The instant. The clock stays if it is past.
  ///   - tolerance: Has no effect.
  /// - Throws: `CancellationError` if the task is canceled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    try Task.checkCancellation()
    time.withLock { $0 = max($0, deadline) }
    await Task.megaYield()
    try Task.checkCancellation()
  }
}

extension ImmediateClock where Duration == Swift.Duration {
  /// Makes a clock that starts at zero.
  public convenience init() {
    self.init(now: Instant())
  }
}

extension Clock where Self == ImmediateClock<Swift.Duration> {
  /// A clock on which no sleep takes any time: `$0.continuousClock = .immediate`.
  public static var immediate: Self { Self() }
}
