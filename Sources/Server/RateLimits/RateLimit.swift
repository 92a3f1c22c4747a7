/// How often something may be done: as often as a bucket has something in it, which fills at a
/// steady rate.
public struct RateLimit: Hashable, Sendable {
  /// How much the bucket holds: how often it may be done at once, after a rest.
  public let burst: Double
  /// How much comes in a second.
  public let rate: Double

  /// - Parameters:
  ///   - rate: How much comes in a second. More than nothing.
  ///   - burst: How much the bucket holds. One or more.
  public init(rate: Double, burst: Double) {
    self.burst = max(1, burst)
    self.rate = max(0.000_001, rate)
  }
}

/// What one of many has left.
struct Bucket: Equatable {
  private var level: Double
  private var time: Duration

  init(full limit: RateLimit, at time: Duration) {
    level = limit.burst
    self.time = time
  }

  /// How long it takes until there is enough for once more; zero where there is.
  func wait(_ limit: RateLimit, at now: Duration) -> Duration {
    let level = level(limit, at: now)
    return level >= 1 ? .zero : .seconds((1 - level) / limit.rate)
  }

  /// Takes once from it. What is not there is not owed.
  mutating func take(_ limit: RateLimit, at now: Duration) {
    level = max(0, level(limit, at: now) - 1)
    time = max(time, now)
  }

  private func level(_ limit: RateLimit, at now: Duration) -> Double {
    min(limit.burst, level + max(0, (now - time) / .seconds(1)) * limit.rate)
  }
}
