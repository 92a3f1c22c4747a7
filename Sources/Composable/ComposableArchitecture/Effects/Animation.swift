/// A placeholder for animations in reducers written for a user interface.
///
/// It has no effect: it exists so that `await send(.tick, animation: .default)` compiles.
public struct Animation: Hashable, Sendable {
  private init() {}

  /// The default animation of a user interface.
  public static let `default` = Self()

  /// A spring that bounces.
  public static let bouncy = Self()

  /// An animation that starts slowly.
  public static let easeIn = Self()

  /// An animation that starts and ends slowly.
  public static let easeInOut = Self()

  /// An animation that ends slowly.
  public static let easeOut = Self()

  /// A spring for interactive gestures.
  public static let interactiveSpring = Self()

  /// A spring that combines with earlier ones.
  public static let interpolatingSpring = Self()

  /// An animation of constant speed.
  public static let linear = Self()

  /// A spring that does not bounce.
  public static let smooth = Self()

  /// A spring that bounces a little.
  public static let snappy = Self()

  /// A spring.
  public static let spring = Self()

  /// A spring that bounces, of a duration in seconds.
  public static func bouncy(duration: Double = 0, extraBounce: Double = 0) -> Self { Self() }

  /// An animation that starts slowly, of a duration in seconds.
  public static func easeIn(duration: Double) -> Self { Self() }

  /// An animation that starts and ends slowly, of a duration in seconds.
  public static func easeInOut(duration: Double) -> Self { Self() }

  /// An animation that ends slowly, of a duration in seconds.
  public static func easeOut(duration: Double) -> Self { Self() }

  /// An animation of constant speed, of a duration in seconds.
  public static func linear(duration: Double) -> Self { Self() }

  /// A spring that does not bounce, of a duration in seconds.
  public static func smooth(duration: Double = 0, extraBounce: Double = 0) -> Self { Self() }

  /// A spring that bounces a little, of a duration in seconds.
  public static func snappy(duration: Double = 0, extraBounce: Double = 0) -> Self { Self() }

  /// A spring for interactive gestures.
  public static func interactiveSpring(
    response: Double = 0, dampingFraction: Double = 0, blendDuration: Double = 0
  ) -> Self { Self() }

  /// A spring with physical properties that combines with earlier ones.
  public static func interpolatingSpring(
    mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
  ) -> Self { Self() }

  /// A spring with the response of a physical one.
  public static func spring(
    response: Double = 0, dampingFraction: Double = 0, blendDuration: Double = 0
  ) -> Self { Self() }

  /// A spring of a duration in seconds.
  public static func spring(
    duration: Double = 0, bounce: Double = 0, blendDuration: Double = 0
  ) -> Self { Self() }

  /// An animation whose speed follows a Bézier curve with two control points.
  public static func timingCurve(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, duration: Double = 0
  ) -> Self { Self() }

  /// The animation, to be started after a number of seconds.
  public func delay(_ delay: Double) -> Self { self }

  /// The animation, to be run several times, and backwards in between if it is to.
  public func repeatCount(_ count: Int, autoreverses: Bool = true) -> Self { self }

  /// The animation, to be run again and again, and backwards in between if it is to.
  public func repeatForever(autoreverses: Bool = true) -> Self { self }

  /// The animation, to be run as many times as fast.
  public func speed(_ speed: Double) -> Self { self }
}

/// Runs a closure without an animation, since there is no user interface.
///
/// - Parameters:
///   - animation: Ignored.
///   - body: The changes that a user interface would animate.
/// - Returns: The result of `body`.
public func withAnimation<Result>(
  _ animation: Animation? = .default, _ body: () throws -> Result
) rethrows -> Result {
  try body()
}

extension Effect {
  /// Returns the effect unchanged, since there is no user interface.
  ///
  /// - Parameter animation: Ignored.
  public func animation(_ animation: Animation? = .default) -> Self {
    self
  }
}
