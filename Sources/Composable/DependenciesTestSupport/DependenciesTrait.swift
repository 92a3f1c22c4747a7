public import Dependencies
public import Testing

/// Gives each run of a test its own dependencies, and sets some of them.
///
/// Use it as `.dependencies`, `.dependencies { … }` or `.dependency(…)`.
public struct DependenciesTrait: SuiteTrait, TestTrait, TestScoping {
  private let updateValues: @Sendable (inout DependencyValues) async throws -> Void

  fileprivate init(
    _ updateValues: @escaping @Sendable (inout DependencyValues) async throws -> Void
  ) {
    self.updateValues = updateValues
  }

  /// A suite hands the trait down to each of its tests.
  public var isRecursive: Bool { true }

  /// Runs a test, or each test of a suite, with the trait's dependencies.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    try await withDependencyTestScope(updateValues, operation: function)
  }
}

extension Trait where Self == DependenciesTrait {
  /// Gives each run of a test its own dependencies: each argument of a parameterized test and each
  /// repetition, which otherwise share the default values of their test.
  ///
  /// ```swift
  /// @Test(.dependencies, arguments: [1, 2, 3])
  /// func count(_ number: Int) { … }
  /// ```
  public static var dependencies: Self { Self { _ in } }

  /// Gives each run of a test its own dependencies, and overrides some of them.
  ///
  /// ```swift
  /// @Suite(
  ///   .dependencies {
  ///     $0.uuid = .incrementing
  ///     $0.date.now = Date(timeIntervalSince1970: 0)
  ///   }
  /// )
  /// struct RecordingTests { … }
  /// ```
  ///
  /// A suite's overrides are applied first, then those of its tests.
  ///
  /// - Parameter updateValues: Sets the values before each run. An error it throws fails the test.
  public static func dependencies(
    _ updateValues: @escaping @Sendable (inout DependencyValues) async throws -> Void
  ) -> Self {
    Self(updateValues)
  }

  /// Gives each run of a test its own dependencies, and overrides one of them.
  ///
  /// ```swift
  /// @Test(.dependency(\.continuousClock, ImmediateClock()))
  /// func countdown() async { … }
  /// ```
  ///
  /// - Parameters:
  ///   - keyPath: The key path of the dependency, or of a part of it: `\.date.now`.
  ///   - value: Its value, evaluated again for each run.
  public static func dependency<Value>(
    _ keyPath: any WritableKeyPath<DependencyValues, Value> & Sendable,
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self {
    Self { $0[keyPath: keyPath] = try value() }
  }

  /// Gives each run of a test its own dependencies, and overrides the one whose key is the type of
  /// the value.
  ///
  /// ```swift
  /// @Test(.dependency(FactClient(fetch: { "\($0) is a number" })))
  /// func fact() async { … }
  /// ```
  ///
  /// - Parameter value: The value, evaluated again for each run.
  public static func dependency<Value: TestDependencyKey>(
    _ value: @autoclosure @escaping @Sendable () throws -> Value
  ) -> Self where Value.Value == Value {
    Self { $0[Value.self] = try value() }
  }
}
