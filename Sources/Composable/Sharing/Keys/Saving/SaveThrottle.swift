import Clocks
public import Dependencies
import FileStorage

/// How often shared values are written to files.
///
/// The first change is written at once, on the caller's thread. Changes that follow within the
/// interval are written together when it is over. `save()` of a shared value waits for no interval,
/// and ``flushSharedStorage()`` writes everything that is waiting.
public struct SaveThrottle: Sendable {
  let clock: AnyClock<Duration>?
  let interval: Duration
  /// Changes of app storage and of files in memory are written at once.
  fileprivate var isForDiskOnly = false

  /// The throttle for the files of a storage, or for app storage without one.
  func applied(to files: FileStorage?) -> SaveThrottle {
    isForDiskOnly && files != .fileSystem ? .none : self
  }

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
  /// The live value is one write a second. In tests, this holds for
  /// ``FileStorage/FileStorage/fileSystem``. Changes of app storage and of a storage in memory are
  /// written at once, so that a test can read its files without waiting. A test of the throttle
  /// itself sets `.every(.seconds(1), clock: testClock)`, and a test that reads the disk `.none`. A
  /// key uses the throttle in effect where the key is created.
  public var saveThrottle: SaveThrottle {
    get { self[SaveThrottleKey.self] }
    set { self[SaveThrottleKey.self] = newValue }
  }

  private enum SaveThrottleKey: DependencyKey {
    static let liveValue = SaveThrottle.every()
    static let previewValue = SaveThrottle.every()
    static var testValue: SaveThrottle {
      var throttle = SaveThrottle.every()
      throttle.isForDiskOnly = true
      return throttle
    }
  }
}
