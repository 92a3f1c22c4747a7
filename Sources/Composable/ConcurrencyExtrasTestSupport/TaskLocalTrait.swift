public import Testing

/// Binds a task-local value for each run of a test.
///
/// Use it as `.taskLocal(…)`.
public struct TaskLocalTrait<Value: Sendable>: SuiteTrait, TestTrait, TestScoping {
  private let taskLocal: TaskLocal<Value>
  private let value: @Sendable () throws -> Value

  fileprivate init(_ taskLocal: TaskLocal<Value>, _ value: @escaping @Sendable () throws -> Value) {
    self.taskLocal = taskLocal
    self.value = value
  }

  /// A suite hands the trait down to each of its tests.
  public var isRecursive: Bool { true }

  /// Runs a test, or each test of a suite, with the value bound.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await taskLocal.withValue(value()) { try await function() }
  }
}

extension Trait {
  /// Binds a task-local value for a test, or for each test of a suite.
  ///
  /// ```swift
  /// @Test(.taskLocal(Session.$user, "Blob"))
  /// func greeting() { … }
  /// ```
  ///
  /// The value of a suite is bound first, that of a test within it.
  ///
  /// Swift does not see `$user` in an attribute if the property is declared in the same module.
  /// Define a trait for it:
  ///
  /// ```swift
  /// extension Trait where Self == TaskLocalTrait<String> {
  ///   static func user(_ name: String) -> Self { .taskLocal(Session.$user, name) }
  /// }
  ///
  /// @Test(.user("Blob"))
  /// func greeting() { … }
  /// ```
  ///
  /// - Parameters:
  ///   - taskLocal: The projected value of the property: `Session.$user`.
  ///   - value: The value, evaluated again for each run. An error it throws fails the test.
  public static func taskLocal<Value>(
    _ taskLocal: TaskLocal<Value>, _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self where Self == TaskLocalTrait<Value> {
    TaskLocalTrait(taskLocal, value)
  }
}

extension TaskLocal {
  /// Binds the task-local value for a test, or for each test of a suite: `.taskLocal($user, "Blob")`
  /// in short.
  ///
  /// ```swift
  /// @Test(Session.$user.set("Blob"))
  /// func greeting() { … }
  /// ```
  ///
  /// - Parameter value: The value, evaluated again for each run. An error it throws fails the test.
  public func set(
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> TaskLocalTrait<Value> {
    .taskLocal(self, try value())
  }
}
