import ConcurrencyExtras
import IssueReporting
import POSIX
import RuntimeInternals

/// A clock that only moves when it is advanced.
///
/// ```swift
/// let clock = TestClock()
/// let task = Task {
///   try await clock.sleep(for: .seconds(1))
///   return "done"
/// }
/// await clock.advance(by: .seconds(1))
/// #expect(try await task.value == "done")
/// ```
///
/// Sleeps end in the order of their deadlines, and in the order in which they began if these are
/// equal. Before the clock moves to the next deadline, it waits until the sleep has returned and
/// the tasks of the process wait for something, so that the sleeper's next step, such as another
/// sleep, happens at the right time. Work off the main actor runs on the thread that advances the
/// clock, one sleeper after another. For other work this holds under `withMainSerialExecutor`, and
/// without it if the other threads of the process become idle within a few milliseconds.
///
/// A sleep that ends now suspends, too: ``advance(by:)`` without argument ends it.
public final class TestClock<Duration: DurationProtocol & Hashable>: Clock, Sendable {
  /// A point in a test clock's time.
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

  let state: Mutex<Sleeps<Instant>>

  /// Makes a clock.
  ///
  /// - Parameter now: The time that it starts at.
  public init(now: Instant = Instant()) {
    state = Mutex(Sleeps(now: now))
  }

  /// The clock's time.
  public var now: Instant { state.withLock { $0.now } }

  /// The number of tasks that sleep on the clock.
  package var sleeperCount: Int { state.withLock { $0.count } }

  /// Zero: the clock is exact.
  public var minimumResolution: Duration { .zero }

  /// Suspends the task until the clock reaches an instant. Returns at once if that is past.
  ///
  /// - Parameters:
  ///   - deadline: The instant.
  ///   - tolerance: Has no effect: the clock is exact.
  /// - Throws: `CancellationError` if the task is canceled.
  public func sleep(until deadline: Instant, tolerance: Duration? = nil) async throws {
    let wakeUp = WakeUp()
    defer { wakeUp.confirm() }
    let id = state.withLock { $0.makeID() }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let outcome: Result<Void, any Error>? = state.withLock {
          // The cancellation handler may have run before this sleep was added.
          guard !Task.isCancelled
          else { return .failure(CancellationError()) }
          guard deadline >= $0.now
          else { return .success(()) }
          $0.insert(
            Sleep(id: id, deadline: deadline, work: .task(continuation), wakeUp: wakeUp))
          return nil
        }
        if let outcome {
          continuation.resume(with: outcome)
        }
      }
    } onCancel: {
      state.withLock { $0.remove(id) }?.cancel()
    }
    try Task.checkCancellation()
  }

  /// Throws if any task sleeps on the clock.
  ///
  /// For the end of a test of code that should have stopped its timers.
  ///
  /// - Throws: ``SuspensionError``, which lists the deadlines.
  public func checkSuspension() async throws {
    await yieldUntilIdle()
    let deadlines = state.withLock { $0.deadlines }
    guard deadlines.isEmpty
    else { throw SuspensionError(deadlines: deadlines.map { "\($0.offset)" }) }
  }

  /// Advances the clock by a duration, ending the sleeps on the way, one after another.
  ///
  /// - Parameters:
  ///   - duration: The time to advance by. Zero ends the sleeps that are due. Negative durations
  ///     are reported as an issue, and the clock does not move.
  ///   - fileID: The file of the issue.
  ///   - filePath: The path of that file.
  ///   - line: The line of the issue.
  ///   - column: The column of the issue.
  public func advance(
    by duration: Duration = .zero,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await advance(
      to: now.advanced(by: duration), fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Advances the clock to an instant, ending the sleeps on the way, one after another.
  ///
  /// - Parameters:
  ///   - deadline: The instant to advance to. A past instant is reported as an issue, and the clock
  ///     does not move.
  ///   - fileID: The file of the issue.
  ///   - filePath: The path of that file.
  ///   - line: The line of the issue.
  ///   - column: The column of the issue.
  public func advance(
    to deadline: Instant,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let now = now
    guard deadline >= now
    else {
      reportIssue(
        """
        A test clock can't run backwards: it is at \(now.offset) and was told to go to \
        \(deadline.offset). It stays at \(now.offset). Advance it by a duration of zero or more.
        """,
        fileID: fileID, filePath: filePath, line: line, column: column)
      return
    }
    await yieldUntilIdle()
    while let sleep = state.withLock({ $0.takeNext(until: deadline) }) {
      await finish(sleep)
    }
  }

  /// Advances the clock until no task sleeps on it.
  ///
  /// - Parameters:
  ///   - timeout: The longest real time to run. An issue is reported if tasks still sleep then,
  ///     such as an endless timer. At least a hundred sleeps are waited for, since these can take
  ///     longer on a busy machine.
  ///   - fileID: The file of the issue.
  ///   - filePath: The path of that file.
  ///   - line: The line of the issue.
  ///   - column: The column of the issue.
  public func run(
    timeout: Swift.Duration = .milliseconds(500),
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    let end = ContinuousClock.now + timeout
    var finishedCount = 0
    await yieldUntilIdle()
    while let sleep = state.withLock({ $0.takeNext(until: nil) }) {
      await finish(sleep)
      finishedCount += 1
      guard finishedCount >= 100, ContinuousClock.now >= end
      else { continue }
      let deadlines = state.withLock { $0.deadlines }
      guard deadlines.isEmpty
      else {
        reportIssue(
          """
          Expected all sleeps to finish, but some are still suspending after \(timeout).

          The clock is at \(now.offset); there are sleeps until \
          \(deadlines.map { "\($0.offset)" }.joined(separator: ", ")).

          Does a task sleep again and again, on a timer that nobody cancels? If it only needs \
          longer, pass a longer 'timeout'.
          """,
          fileID: fileID, filePath: filePath, line: line, column: column)
        return
      }
    }
  }

  /// Ends a sleep, and lets its task run until it waits.
  ///
  /// The task runs on this thread, so this takes no longer than the task's own work. A sleeper on
  /// the main actor or on a custom executor resumes elsewhere. It is waited for, but not forever,
  /// because its executor may run nothing until the test continues.
  private func finish(_ sleep: Sleep<Instant>) async {
    let count = GlobalExecutor.jobCount
    let isDone = GlobalExecutor.runUntilIdle { sleep.end() }
    for _ in 0..<500 where !sleep.wakeUp.isConfirmed {
      await Task.megaYield()
    }
    // The usual case, in which nothing went elsewhere, is seen without giving way.
    guard
      !isDone || uncheckedUseMainSerialExecutor || ThreadStates.haveOneProcessor
        || !ThreadStates.othersHaveStayedIdle() || GlobalExecutor.jobCount != count
    else { return }
    await yieldUntilIdle()
  }
}

extension TestClock where Duration == Swift.Duration {
  /// Makes a clock that starts at zero.
  public convenience init() {
    self.init(now: Instant())
  }
}

/// The error that ``TestClock/checkSuspension()`` throws if tasks sleep on the clock.
public struct SuspensionError: CustomStringConvertible, Error {
  /// Until when tasks sleep, in order.
  fileprivate let deadlines: [String]

  /// The cause, and how to fix the test.
  public var description: String {
    """
    Expected no task to sleep on the clock, but \(deadlines.count) \
    \(deadlines.count == 1 ? "sleep is" : "sleeps are") still suspending, until \
    \(deadlines.joined(separator: ", ")). Cancel the tasks, or advance the clock so far.
    """
  }
}
