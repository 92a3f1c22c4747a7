import IssueReporting

extension DependencyValues {
  /// Starts work whose end and errors do not matter to the caller: an entry in a log, a count of
  /// uses.
  ///
  /// ```swift
  /// @Dependency(\.fireAndForget) var fireAndForget
  /// await fireAndForget { try await analytics.track("opened") }
  /// ```
  ///
  /// Live and in previews the call returns at once. In a test it returns when the work is done, so
  /// that the test sees its effects, and an error that the work throws fails the test.
  public var fireAndForget: FireAndForget {
    get { self[FireAndForgetKey.self] }
    set { self[FireAndForgetKey.self] = newValue }
  }

  private enum FireAndForgetKey: DependencyKey {
    static let liveValue = FireAndForget { name, priority, work in
      Task(name: name, priority: priority) { try await work() }
    }
    static let testValue = FireAndForget { name, priority, work in
      do {
        try await Task(name: name, priority: priority) { try await work() }.value
      } catch is CancellationError {
        // Canceled work has not failed.
      } catch {
        let site = FireAndForget.site
        reportIssue(
          error, "The work of 'fireAndForget' threw.", fileID: site.fileID,
          filePath: site.filePath, line: site.line, column: site.column)
      }
    }
  }
}

/// Starts work without waiting for it.
public struct FireAndForget: Sendable {
  /// The call whose work is being started, for its errors.
  @TaskLocal fileprivate static var site = SourceSite(
    fileID: #fileID, filePath: #filePath, line: #line, column: #column)

  /// Starts the work in a task with a name and a priority.
  public let operation:
    @Sendable (String?, TaskPriority?, @escaping @Sendable () async throws -> Void) async -> Void

  /// A way to start work.
  ///
  /// - Parameter operation: Starts the work it is given, in a task with the name and the priority
  ///   that it is given.
  public init(
    _ operation:
      @escaping @Sendable (
        _ name: String?, _ priority: TaskPriority?,
        _ work: @escaping @Sendable () async throws -> Void
      ) async -> Void
  ) {
    self.operation = operation
  }

  /// A way to start work, in tasks without a name.
  ///
  /// - Parameter operation: Starts the work it is given with the priority it is given.
  public init(
    _ operation:
      @escaping @Sendable (
        _ priority: TaskPriority?, _ work: @escaping @Sendable () async throws -> Void
      ) async -> Void
  ) {
    self.operation = { _, priority, work in await operation(priority, work) }
  }

  /// Starts work without waiting for it.
  ///
  /// - Parameters:
  ///   - name: The name of its task, for debuggers.
  ///   - priority: The priority of its task; the caller's if `nil`.
  ///   - fileID: The source `#fileID` of the call, for an error in a test.
  ///   - filePath: The source `#filePath` of the call.
  ///   - line: The source `#line` of the call.
  ///   - column: The source `#column` of the call.
  ///   - work: The work. An error it throws fails a test, and is dropped otherwise.
  public func callAsFunction(
    name: String? = nil,
    priority: TaskPriority? = nil,
    fileID: StaticString = #fileID,
    filePath: StaticString = #filePath,
    line: UInt = #line,
    column: UInt = #column,
    _ work: @escaping @Sendable () async throws -> Void
  ) async {
    let site = SourceSite(fileID: fileID, filePath: filePath, line: line, column: column)
    await Self.$site.withValue(site) { await operation(name, priority, work) }
  }
}
