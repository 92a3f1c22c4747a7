extension Effect {
  /// Does asynchronous work and sends as many actions as it likes.
  ///
  /// ```swift
  /// .run { send in
  ///   for await event in eventsClient.events() {
  ///     await send(.event(event))
  ///   }
  /// }
  /// ```
  ///
  /// The work has the current dependencies. Canceling the effect cancels its task, and drops the
  /// actions it sends afterward.
  ///
  /// Errors of `operation` are passed to `handler`. Without one, they are reported as an issue.
  /// `CancellationError`, and any error of an effect that was canceled, is ignored.
  ///
  /// - Parameters:
  ///   - priority: The priority of the task.
  ///   - name: The name of the task, for debuggers.
  ///   - operation: The work.
  ///   - handler: Handles an error.
  ///   - fileID: The source `#fileID`, for issues.
  ///   - filePath: The source `#filePath`.
  ///   - line: The source `#line`.
  ///   - column: The source `#column`.
  public static func run(
    priority: TaskPriority? = nil,
    name: String? = nil,
    operation: @escaping @Sendable (_ send: Send<Action>) async throws -> Void,
    catch handler: (@Sendable (_ error: any Error, _ send: Send<Action>) async -> Void)? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column
  ) -> Self {
    let dependencies = withEscapedDependencies { $0 }
    return Self(
      .run(
        EffectRun(
          name: name, priority: priority, dependencies: dependencies, path: .current
        ) { send in
          do {
            try await operation(send)
          } catch is CancellationError {
            return
          } catch {
            guard !Task.isCancelled
            else { return }
            guard let handler
            else {
              return reportIssue(
                """
                An effect of '\(sourceName(of: Action.self))' ended with an error that nothing \
                handles:

                \(describe(error))

                Handle it: give '.run' a 'catch:', or catch it in the effect.
                """,
                fileID: fileID, filePath: filePath, line: line, column: column)
            }
            await handler(error, send)
          }
        }))
  }
}
