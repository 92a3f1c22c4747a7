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

  /// The queue, as the dependency ``DependencyValues/mainQueue`` takes it.
  public func eraseToAnyScheduler() -> MainQueue {
    MainQueue(clock)
  }

  /// Moves the time forward, and runs the work that is due.
  ///
  /// - Parameter stride: The time to move by; zero runs the work due now.
  public func advance(by stride: MainQueue.Stride = 0) async {
    await clock.advance(by: stride.duration)
  }

  /// Moves the time forward until no work is waiting.
  public func run() async {
    await clock.run()
  }

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
