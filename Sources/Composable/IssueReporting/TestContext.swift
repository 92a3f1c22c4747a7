/// Whether the process runs tests.
///
/// True in every task and thread of the process, unlike ``TestContext/current``, which also
/// identifies the test. An entry point can check it to avoid running in tests:
///
/// ```swift
/// if !isTesting {
///   await serve()
/// }
/// ```
public let isTesting = SwiftTestingLibrary.isLoaded || XCTestLibrary.isLoaded

/// The test framework that runs the current code.
public enum TestContext: Hashable, Sendable {
  /// Swift Testing, and the test, if the current task belongs to one: a detached task does not.
  case swiftTesting(Testing?)

  /// XCTest.
  case xcTest

  /// The test context of the current task, or `nil` outside of test processes.
  public static var current: TestContext? {
    guard isTesting
    else { return nil }
    if let test = SwiftTestingLibrary.currentTest {
      return .swiftTesting(Testing(test: test))
    }
    return TestProcess.runner == .swiftTesting ? .swiftTesting(nil) : .xcTest
  }

  /// Swift Testing, in a task that belongs to no test.
  public static var swiftTesting: TestContext { .swiftTesting(nil) }

  /// Whether Swift Testing runs the code, even if the test is unknown.
  public var isSwiftTesting: Bool {
    if case .swiftTesting = self { true } else { false }
  }

  /// The known facts of a running Swift Testing test.
  public struct Testing: Hashable, Sendable {
    /// The test.
    public let test: Test

    /// A Swift Testing test.
    public struct Test: Hashable, Identifiable, Sendable {
      /// Identifies this test within the process. The cases of a parameterized test, and
      /// repetitions of a test, share it.
      public let id: ID

      /// The traits of the test, and those that its suites hand down.
      public let traits: [any Sendable]

      /// Whether both are the same test.
      public static func == (lhs: Self, rhs: Self) -> Bool {
        lhs.id == rhs.id
      }

      /// Hashes the test's identity.
      public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
      }

      /// The identity of a test.
      public struct ID: Hashable, Sendable {
        private let base: any Hashable & Sendable

        init(_ base: any Hashable & Sendable) {
          self.base = base
        }

        /// The test library's own identity value.
        public var rawValue: AnyHashable { AnyHashable(base) }

        /// Whether both identify the same test.
        public static func == (lhs: ID, rhs: ID) -> Bool {
          lhs.rawValue == rhs.rawValue
        }

        /// Hashes the test library's identity value.
        public func hash(into hasher: inout Hasher) {
          base.hash(into: &hasher)
        }
      }
    }
  }
}
