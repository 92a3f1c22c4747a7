/// Stands for an animation in reducers that were written for a user interface that has some.
///
/// It has no effect: it exists so that `await send(.tick, animation: .default)` compiles.
public struct Animation: Hashable, Sendable {
  private init() {}

  public static let `default` = Self()
  public static let bouncy = Self()
  public static let easeIn = Self()
  public static let easeInOut = Self()
  public static let easeOut = Self()
  public static let interactiveSpring = Self()
  public static let interpolatingSpring = Self()
  public static let linear = Self()
  public static let smooth = Self()
  public static let snappy = Self()
  public static let spring = Self()

  public static func bouncy(duration: Double = 0, extraBounce: Double = 0) -> Self { Self() }
  public static func easeIn(duration: Double) -> Self { Self() }
  public static func easeInOut(duration: Double) -> Self { Self() }
  public static func easeOut(duration: Double) -> Self { Self() }
  public static func linear(duration: Double) -> Self { Self() }
  public static func smooth(duration: Double = 0, extraBounce: Double = 0) -> Self { Self() }
  public static func snappy(duration: Double = 0, extraBounce: Double = 0) -> Self { Self() }

  public static func interactiveSpring(
    response: Double = 0, dampingFraction: Double = 0, blendDuration: Double = 0
  ) -> Self { Self() }

  public static func interpolatingSpring(
    mass: Double = 1, stiffness: Double, damping: Double, initialVelocity: Double = 0
  ) -> Self { Self() }

  public static func spring(
    response: Double = 0, dampingFraction: Double = 0, blendDuration: Double = 0
  ) -> Self { Self() }

  public static func spring(
    duration: Double = 0, bounce: Double = 0, blendDuration: Double = 0
  ) -> Self { Self() }

  public static func timingCurve(
    _ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, duration: Double = 0
  ) -> Self { Self() }

  public func delay(_ delay: Double) -> Self { self }
  public func repeatCount(_ count: Int, autoreverses: Bool = true) -> Self { self }
  public func repeatForever(autoreverses: Bool = true) -> Self { self }
  public func speed(_ speed: Double) -> Self { self }
}

extension Effect {
  /// The effect itself: there is nothing to animate here.
  ///
  /// - Parameter animation: Ignored.
  public func animation(_ animation: Animation? = .default) -> Self {
    self
  }
}
