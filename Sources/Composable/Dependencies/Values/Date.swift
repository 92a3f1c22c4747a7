public import Foundation

extension DependencyValues {
  /// Makes dates: the current one when live.
  ///
  /// ```swift
  /// @Dependency(\.date) var date
  /// let entry = Entry(date: date())
  /// ```
  ///
  /// Tests stop the clock with `$0.date = .constant(…)` or `$0.date.now = …`.
  public var date: DateGenerator {
    get { self[DateGeneratorKey.self] }
    set { self[DateGeneratorKey.self] = newValue }
  }

  private enum DateGeneratorKey: DependencyKey {
    static let liveValue = DateGenerator { Date() }
  }
}

/// Makes dates.
public struct DateGenerator: Sendable {
  private var generate: @Sendable () -> Date

  /// A generator that calls a function for each date.
  ///
  /// - Parameter generate: Makes a date.
  public init(_ generate: @escaping @Sendable () -> Date) {
    self.generate = generate
  }

  /// A generator that always gives the same date.
  public static func constant(_ now: Date) -> Self {
    Self { now }
  }

  /// The current date. Setting it makes the generator a constant one.
  public var now: Date {
    get { generate() }
    set { generate = { newValue } }
  }

  /// The current date.
  public func callAsFunction() -> Date {
    generate()
  }
}
