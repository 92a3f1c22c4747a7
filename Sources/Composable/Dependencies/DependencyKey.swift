/// Describes a dependency that can be used without its live implementation: what previews and tests
/// get.
///
/// Conform to this protocol in the module that declares a client's interface, and to
/// ``DependencyKey`` in the module that implements it, so that features and their tests build
/// without the live code.
///
/// A conformance provides at least ``testValue``. A value is computed on first access in a context
/// and then kept: for the process if live or in a preview, and for one test in tests.
public protocol TestDependencyKey<Value>: Sendable {
  /// The type of the dependency. Inferred for a client that is its own key.
  associatedtype Value: Sendable = Self

  /// The value for previews. When it is left out, previews get ``testValue``, or, for a
  /// ``DependencyKey``, the live value.
  static var previewValue: Value { get }

  /// The value for tests that override nothing.
  static var testValue: Value { get }

  /// Whether reading this dependency without an override fails a test if ``testValue`` is not
  /// implemented. The default is `true`.
  static var shouldReportUnimplemented: Bool { get }
}

/// Describes a dependency and its live value.
///
/// ```swift
/// private enum GreeterKey: DependencyKey {
///   static let liveValue = Greeter { name in "Hello, \(name)!" }
/// }
///
/// extension DependencyValues {
///   var greeter: Greeter {
///     get { self[GreeterKey.self] }
///     set { self[GreeterKey.self] = newValue }
///   }
/// }
/// ```
///
/// Only the live value is required. A preview then uses it, too. A test that reads it fails with an
/// issue that names the dependency, and continues with the preview value.
public protocol DependencyKey<Value>: TestDependencyKey {
  /// The value for the running application.
  static var liveValue: Value { get }

  /// The type of the dependency's value; most clients are their own key.
  associatedtype Value = Self

  /// The value for previews, by default the live value.
  static var previewValue: Value { get }

  /// The value for tests, by default the preview value, which reports an issue.
  static var testValue: Value { get }
}

extension TestDependencyKey {
  /// The test value.
  public static var previewValue: Value { testValue }

  /// `true` by default. Override it for a dependency that tests may use.
  public static var shouldReportUnimplemented: Bool { true }
}

extension DependencyKey {
  /// The live value.
  public static var previewValue: Value {
    DefaultValueRequest.current?.stopIfInCycle()
    return liveValue
  }

  /// The preview value. A read of it is reported as an issue, be it through a `@Dependency` or of
  /// this property itself.
  public static var testValue: Value {
    if shouldReportUnimplemented {
      if let request = DefaultValueRequest.current {
        request.testValueIsMissing()
      } else {
        DependencyAccess.reportMissingTestValue(of: Self.self, value: Value.self)
      }
    }
    return previewValue
  }
}

extension TestDependencyKey {
  /// Reports that a default test value is used because the key has none. Reading the value to
  /// replace it, as by `.dependency(\.x, …)`, is allowed.
  package static func reportMissingTestValue() {
    DefaultValueRequest.current?.testValueIsMissing()
  }
}
