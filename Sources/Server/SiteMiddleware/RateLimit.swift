/// A token bucket: it holds `burst` tokens and refills at `rate` tokens per second.
public struct RateLimit: Hashable, Sendable {
  public let burst: Double
  public let rate: Double

  public init(rate: Double, burst: Double) {
    self.burst = max(1, burst)
    self.rate = max(0.000_001, rate)
  }
}

struct Bucket: Equatable {
  private var level: Double
  private var time: Duration

  init(full limit: RateLimit, at time: Duration) {
    level = limit.burst
    self.time = time
  }

  func wait(_ limit: RateLimit, at now: Duration) -> Duration {
    let level = level(limit, at: now)
    return level >= 1 ? .zero : .seconds((1 - level) / limit.rate)
  }

  mutating func take(_ limit: RateLimit, at now: Duration) {
    level = max(0, level(limit, at: now) - 1)
    time = max(time, now)
  }

  private func level(_ limit: RateLimit, at now: Duration) -> Double {
    min(limit.burst, level + max(0, (now - time) / .seconds(1)) * limit.rate)
  }
}
