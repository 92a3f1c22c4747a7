public import Clocks

extension DependencyValues {
  /// The time of the main queue, for code that was written for schedulers.
  ///
  /// ```swift
  /// @Dependency(\.mainQueue) var mainQueue
  /// for await _ in mainQueue.timer(interval: 1) { … }
  /// ```
  ///
  /// New code uses ``continuousClock``. Tests use `.immediate`, or a ``TestQueue``. A test that
  /// uses the queue and sets none fails.
  public var mainQueue: MainQueue {
    get { self[MainQueueKey.self] }
    set { self[MainQueueKey.self] = newValue }
  }

  private enum MainQueueKey: DependencyKey {
    static let liveValue = MainQueue.main
    static let testValue = MainQueue(UnimplementedClock(name: "@Dependency(\\.mainQueue)"))
  }
}

/// Timers and pauses, in the manner of a scheduler, over a clock.
public struct MainQueue: Sendable {
  package let clock: any Clock<Duration>

  /// A queue that has its time from a clock.
  ///
  /// - Parameter clock: The clock.
  public init(_ clock: any Clock<Duration>) {
    self.clock = clock
  }

  /// The queue of real time.
  public static var main: Self { Self(ContinuousClock()) }

  /// A new queue without time: every pause ends at once.
  public static var immediate: Self { Self(ImmediateClock()) }

  /// A sequence that yields at intervals, for as long as it is iterated.
  ///
  /// - Parameters:
  ///   - interval: The time between two elements: `1`, `0.5` or `.milliseconds(500)`.
  ///   - tolerance: The maximum delay of an element.
  public func timer(
    interval: Stride, tolerance: Stride? = nil
  ) -> AsyncTimerSequence<AnyClock<Duration>> {
    clock.timer(interval: interval.duration, tolerance: tolerance?.duration)
  }

  /// Pauses the current task.
  ///
  /// - Parameters:
  ///   - interval: For how long.
  ///   - tolerance: How much longer it may be.
  /// - Throws: `CancellationError` if the task is canceled.
  public func sleep(for interval: Stride, tolerance: Stride? = nil) async throws {
    try await clock.sleep(for: interval.duration, tolerance: tolerance?.duration)
  }

  /// A duration, in seconds if written as a number.
  public struct Stride: Hashable, Sendable, ExpressibleByFloatLiteral, ExpressibleByIntegerLiteral {
    /// The length.
    public let duration: Duration

    /// A length of time.
    public init(_ duration: Duration) {
      self.duration = duration
    }

    /// A number of seconds.
    public init(integerLiteral seconds: Int) { self = .seconds(seconds) }

    /// A number of seconds.
    public init(floatLiteral seconds: Double) { self = .seconds(seconds) }

    /// A number of seconds.
    public static func seconds(_ seconds: Int) -> Self { Self(.seconds(seconds)) }

    /// A number of seconds, with a fraction.
    public static func seconds(_ seconds: Double) -> Self { Self(.seconds(seconds)) }

    /// A number of thousandths of a second.
    public static func milliseconds(_ count: Int) -> Self { Self(.milliseconds(count)) }

    /// A number of millionths of a second.
    public static func microseconds(_ count: Int) -> Self { Self(.microseconds(count)) }

    /// A number of billionths of a second.
    public static func nanoseconds(_ count: Int) -> Self { Self(.nanoseconds(count)) }
  }
}
