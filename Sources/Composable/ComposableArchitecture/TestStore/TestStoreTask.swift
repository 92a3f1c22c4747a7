/// The effect of an action that a test sent to a ``TestStore``.
///
/// ```swift
/// let task = await store.send(.task)
/// …
/// await task.cancel()
/// ```
///
/// Includes the effects of actions that the effect sends.
public struct TestStoreTask: Hashable, Sendable {
  private let task: StoreTask?
  private let timeout: UInt64

  init(_ task: StoreTask?, timeout: UInt64) {
    self.task = task
    self.timeout = timeout
  }

  /// Cancels the effect, and waits until it has ended.
  public func cancel() async {
    // Lets effects that were just started reach their first wait and see the cancellation.
    await letEffectsRun()
    task?.cancel()
    await task?.finish()
    await letEffectsRun()
  }

  /// Waits until the effect ends by itself. It fails the test if the effect takes too long.
  ///
  /// - Parameters:
  ///   - duration: How long to wait. The store's ``TestStore/timeout`` if `nil`.
  ///   - fileID: The file of the call, where a failure is shown.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func finish(
    timeout duration: Duration? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    await finish(
      timeout: duration?.nanoseconds ?? timeout,
      fileID: fileID, filePath: filePath, line: line, column: column)
  }

  /// Waits until the effect ends by itself. It fails the test if the effect takes too long.
  ///
  /// - Parameters:
  ///   - nanoseconds: How long to wait.
  ///   - fileID: The file of the call, where a failure is shown.
  ///   - filePath: The path of that file.
  ///   - line: The line of the call.
  ///   - column: The column of the call.
  public func finish(
    timeout nanoseconds: UInt64,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) async {
    guard let group = task?.group
    else { return }
    guard await !wait(atMost: nanoseconds, until: { !group.isRunning })
    else { return await letEffectsRun() }
    SourceSite(fileID: fileID, filePath: filePath, line: line, column: column).report(
      """
      Expected task to finish, but it is still in-flight after \
      \(FailureText.seconds(nanoseconds)).

      If it waits for a clock, advance that clock; if it is to run for good, cancel it with \
      'await task.cancel()'. If it only needs longer, raise the timeout.
      """)
  }

  /// Whether the effect was canceled.
  public var isCancelled: Bool {
    task?.isCancelled ?? true
  }
}
