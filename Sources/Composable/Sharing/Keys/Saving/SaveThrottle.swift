import Clocks
public import Dependencies

/// How often shared values are written to files.
///
/// The first change is written at once, on the caller's thread. Changes that follow within the
/// interval are written together when it is over. `save()` of a shared value waits for no interval,
/// and ``flushSharedStorage()`` writes everything that is waiting.
public struct SaveThrottle: Sendable {
  let clock: AnyClock<Duration>?
  let interval: Duration

  /// Every change is written at once.
  public static let none = SaveThrottle(clock: nil, interval: .zero)

  /// At most one write of a file per interval, besides explicit saves.
  ///
  /// - Parameters:
  ///   - interval: The time from one write to the next.
  ///   - clock: The clock that measures the interval.
  public static func every(
    _ interval: Duration = .seconds(1), clock: some Clock<Duration> = ContinuousClock()
  ) -> SaveThrottle {
    SaveThrottle(clock: AnyClock(clock), interval: interval)
  }
}

extension DependencyValues {
  /// How often `fileStorage` and `appStorage` keys write.
  ///
  /// The live value is one write a second. In tests, every change is written at once, so that a
  /// test can read its files without waiting. A test of the throttle itself sets
  /// `.every(.seconds(1), clock: testClock)`. A key uses the throttle in effect where the key is
  /// created.
  public var saveThrottle: SaveThrottle {
    get { self[SaveThrottleKey.self] }
    set { self[SaveThrottleKey.self] = newValue }
  }

  private enum SaveThrottleKey: DependencyKey {
    static let liveValue = SaveThrottle.every()
    static let previewValue = SaveThrottle.every()
    static let testValue = SaveThrottle.none
  }
}
