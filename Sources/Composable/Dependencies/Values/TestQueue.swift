public import Clocks
public import Dispatch

extension DispatchQueue {
  /// A new queue whose time a test moves forward.
  public static var test: TestQueue { TestQueue() }

  /// A new queue on which no time passes.
  public static var immediate: MainQueue { .immediate }
}

/// A queue whose time only moves when a test advances it.
///
/// ```swift
/// let mainQueue = DispatchQueue.test
/// let model = withDependencies {
///   $0.mainQueue = mainQueue.eraseToAnyScheduler()
/// } operation: {
///   TimerModel()
/// }
/// await mainQueue.advance(by: .seconds(1))
/// ```
public struct TestQueue: Sendable {
  private let clock = TestClock()

  /// A queue at time zero.
  public init() {}

  /// A point in a queue's time.
  public struct Instant: Comparable, Hashable, Sendable {
    fileprivate let base: TestClock<Duration>.Instant

    /// The instant after a length of time.
    public func advanced(by stride: MainQueue.Stride) -> Self {
      Self(base: base.advanced(by: stride.duration))
    }

    /// The time from this instant to another.
    public func distance(to other: Self) -> MainQueue.Stride {
      MainQueue.Stride(base.duration(to: other.base))
    }

    /// Whether the left instant is earlier.
    public static func < (lhs: Self, rhs: Self) -> Bool {
      lhs.base < rhs.base
    }
  }

  /// The queue's time.
  public var now: Instant { Instant(base: clock.now) }

  /// The queue, as the dependency ``DependencyValues/mainQueue`` takes it.
  public func eraseToAnyScheduler() -> MainQueue {
    MainQueue(clock)
  }

  // MARK: - Time

  /// Moves the time forward, and runs the work that is due.
  ///
  /// - Parameter stride: The time to move by; zero runs the work due now.
  public func advance(by stride: MainQueue.Stride = 0) async {
    await clock.advance(by: stride.duration)
  }

  /// Moves the time forward to an instant, and runs the work that is due.
  ///
  /// - Parameter instant: The instant to move to.
  public func advance(to instant: Instant) async {
    await clock.advance(to: instant.base)
  }

  /// Moves the time forward until no work is waiting.
  public func run() async {
    await clock.run()
  }

  /// Moves the time forward, and runs the scheduled actions that are due. Tasks whose pauses end
  /// are not waited for.
  ///
  /// - Parameter stride: The time to move by; zero runs the actions due now.
  public func advance(by stride: MainQueue.Stride = 0) {
    advance(to: now.advanced(by: stride))
  }

  /// Moves the time forward to an instant, and runs the scheduled actions that are due. Tasks whose
  /// pauses end are not waited for.
  ///
  /// - Parameter instant: The instant to move to.
  public func advance(to instant: Instant) {
    clock.advanceWithoutWaiting(to: instant.base)
  }

  /// Moves the time forward until no action is scheduled, which never happens with a repeated one.
  public func run() {
    clock.advanceWithoutWaiting(to: nil)
  }

  // MARK: - Actions

  /// Runs an action when the queue is next advanced.
  ///
  /// - Parameter action: The action, called where the queue is advanced.
  public func schedule(_ action: @escaping @Sendable () -> Void) {
    schedule(after: now, action)
  }

  /// Runs an action when the time gets to an instant.
  ///
  /// - Parameters:
  ///   - date: The instant.
  ///   - tolerance: Has no effect: the queue is exact.
  ///   - action: The action, called where the queue is advanced.
  public func schedule(
    after date: Instant, tolerance: MainQueue.Stride? = nil,
    _ action: @escaping @Sendable () -> Void
  ) {
    clock.schedule(at: date.base, action)
  }

  /// Runs an action when the time gets to an instant, and again after each interval.
  ///
  /// - Parameters:
  ///   - date: The instant of the first run.
  ///   - interval: The time from one run to the next.
  ///   - tolerance: Has no effect: the queue is exact.
  ///   - action: The action, called where the queue is advanced.
  /// - Returns: The schedule, which ends when this is canceled or released.
  public func schedule(
    after date: Instant, interval: MainQueue.Stride, tolerance: MainQueue.Stride? = nil,
    _ action: @escaping @Sendable () -> Void
  ) -> Cancellable {
    let id = clock.schedule(at: date.base, every: interval.duration, action)
    return Cancellable { [clock] in clock.cancel(id) }
  }

  /// A repeated action, which ends when this is canceled or released.
  public final class Cancellable: Sendable {
    private let onCancel: @Sendable () -> Void

    fileprivate init(_ onCancel: @escaping @Sendable () -> Void) {
      self.onCancel = onCancel
    }

    deinit { cancel() }

    /// Ends the action's runs.
    public func cancel() {
      onCancel()
    }
  }

  // MARK: - Pauses

  /// Pauses the current task until the time has moved forward by the interval.
  ///
  /// - Parameters:
  ///   - interval: For how long.
  ///   - tolerance: Has no effect: the queue is exact.
  /// - Throws: `CancellationError` if the task is canceled.
  public func sleep(for interval: MainQueue.Stride, tolerance: MainQueue.Stride? = nil) async throws
  {
    try await eraseToAnyScheduler().sleep(for: interval, tolerance: tolerance)
  }

  /// A sequence that yields at intervals of the queue's time, for as long as it is iterated.
  ///
  /// - Parameters:
  ///   - interval: The time between two elements.
  ///   - tolerance: Has no effect: the queue is exact.
  public func timer(
    interval: MainQueue.Stride, tolerance: MainQueue.Stride? = nil
  ) -> AsyncTimerSequence<AnyClock<Duration>> {
    eraseToAnyScheduler().timer(interval: interval, tolerance: tolerance)
  }
}
