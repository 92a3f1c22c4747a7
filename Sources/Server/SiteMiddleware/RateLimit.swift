/// A token bucket: it holds `burst` tokens and refills at `rate` tokens per second.
public struct RateLimit: Hashable, Sendable {
  public let burst: Double
  public let rate: Double

  public init(rate: Double, burst: Double) {
    self.burst = max(1, burst)
    self.rate = max(0.000_001, rate)
  }
}

public struct RateQuota: Equatable, Sendable {
  public let isAllowed: Bool
  public let limit: Int
  public let remaining: Int
  /// The time until `remaining` grows; zero if the bucket is full.
  public let wait: Duration

  /// In seconds, rounded up, so that an attempt after that time is allowed.
  var waitSeconds: Int64 { wait.components.seconds + (wait.components.attoseconds > 0 ? 1 : 0) }
}

struct Bucket: Equatable {
  private var level: Double
  private var time: Duration

  init(full limit: RateLimit, at time: Duration) {
    level = limit.burst
    self.time = time
  }

  mutating func take(_ limit: RateLimit, at now: Duration) -> RateQuota {
    var current = level(limit, at: now)
    let isAllowed = current >= 1
    if isAllowed {
      current -= 1
      level = current
      time = max(time, now)
    }
    let whole = current.rounded(.down)
    return RateQuota(
      isAllowed: isAllowed, limit: Self.count(limit.burst), remaining: Self.count(whole),
      wait: current >= limit.burst ? .zero : .seconds((whole + 1 - current) / limit.rate))
  }

  private static func count(_ level: Double) -> Int { Int(min(level, 1e15)) }

  private func level(_ limit: RateLimit, at now: Duration) -> Double {
    min(limit.burst, level + max(0, (now - time) / .seconds(1)) * limit.rate)
  }
}
