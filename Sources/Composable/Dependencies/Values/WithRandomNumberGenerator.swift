import POSIX

extension DependencyValues {
  /// Gives everything that needs one the source of randomness: the system's when live.
  ///
  /// ```swift
  /// @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  /// let roll = withRandomNumberGenerator { Int.random(in: 1...6, using: &$0) }
  /// ```
  ///
  /// Tests use a seeded generator: `$0.withRandomNumberGenerator = .init(LCRNG(seed: 0))`.
  public var withRandomNumberGenerator: WithRandomNumberGenerator {
    get { self[WithRandomNumberGeneratorKey.self] }
    set { self[WithRandomNumberGeneratorKey.self] = newValue }
  }

  private enum WithRandomNumberGeneratorKey: DependencyKey {
    static let liveValue = WithRandomNumberGenerator(SystemRandomNumberGenerator())
  }
}

/// Gives a random number generator to one caller at a time.
public final class WithRandomNumberGenerator: Sendable {
  private let generator: Mutex<any RandomNumberGenerator & Sendable>

  /// Wraps a generator. Copies of the dependency share it, and so its sequence.
  ///
  /// - Parameter generator: The source of random bits.
  public init(_ generator: some RandomNumberGenerator & Sendable) {
    self.generator = Mutex(generator)
  }

  /// Runs work with the generator. The work must not ask for it again.
  ///
  /// - Parameter work: The work that needs randomness.
  /// - Returns: The result of `work`.
  public func callAsFunction<R>(
    _ work: (inout any RandomNumberGenerator & Sendable) throws -> R
  ) rethrows -> R {
    var result: R?
    try generator.withLock { result = try work(&$0) }
    guard let result
    else { preconditionFailure("The work has returned.") }
    return result
  }
}
