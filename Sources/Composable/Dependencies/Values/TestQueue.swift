import Clocks
public import Dispatch

extension DispatchQueue {
  /// A new queue whose time a test moves forward.
  public static var test: TestQueue { TestQueue() }

  /// A new queue on which no time passes.
  public static var immediate: MainQueue { .immediate }
}

/// A queue whose time stands still until a test moves it forward.
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

  /// Moves the time forward, and lets what was waiting for it run.
  ///
  /// - Parameter stride: By how much; zero lets run what is due now.
  public func advance(by stride: MainQueue.Stride = 0) async {
    await clock.advance(by: stride.duration)
  }

  /// Moves the time forward until nothing waits any more.
  public func run() async {
    await clock.run()
  }
}
