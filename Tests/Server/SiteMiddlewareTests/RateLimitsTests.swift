import ConcurrencyExtras
import Testing

@testable import SiteMiddleware

struct RateLimitsTests {
  private let time = LockIsolated(Duration.zero)

  private func limiter(
    rate: Double, burst: Double, capacity: Int = 20_000
  ) -> RateLimiter<Int> {
    RateLimiter(RateLimit(rate: rate, burst: burst), capacity: capacity) { [time] in time.value }
  }

  private func advance(by duration: Duration) {
    time.withValue { $0 += duration }
  }

  @Test("Requests are limited to a burst, then to the refill rate, also after a pause")
  func fills() {
    let limiter = limiter(rate: 2, burst: 3)
    for _ in 0..<3 { #expect(limiter.take(1) == nil) }
    #expect(limiter.take(1) == .milliseconds(500))
    #expect(limiter.take(1) == .milliseconds(500), "what is refused costs nothing")
    advance(by: .milliseconds(499))
    #expect(limiter.take(1) != nil)
    advance(by: .milliseconds(1))
    #expect(limiter.take(1) == nil)
    advance(by: .seconds(3_600))
    for _ in 0..<3 { #expect(limiter.take(1) == nil) }
    #expect(limiter.take(1) != nil)
  }

  @Test("An attempt reports what is left, and when there is more")
  func quota() {
    let limiter = limiter(rate: 2, burst: 3)
    #expect(
      limiter.count(1)
        == RateQuota(isAllowed: true, limit: 3, remaining: 2, wait: .milliseconds(500)))
    advance(by: .milliseconds(250))
    #expect(
      limiter.count(1)
        == RateQuota(isAllowed: true, limit: 3, remaining: 1, wait: .milliseconds(250)))
    _ = limiter.count(1)
    for _ in 0..<2 {
      #expect(
        limiter.count(1)
          == RateQuota(isAllowed: false, limit: 3, remaining: 0, wait: .milliseconds(250)))
    }
  }

  @Test("Each has its own")
  func apart() {
    let limiter = limiter(rate: 1, burst: 1)
    #expect(limiter.take(1) == nil)
    #expect(limiter.take(1) == .seconds(1))
    #expect(limiter.take(2) == nil)
    #expect(limiter.count == 2)
  }

  @Test("Memory for many addresses is bounded, and frequent ones are kept")
  func bounded() {
    let limiter = limiter(rate: 0.001, burst: 1, capacity: 100)
    #expect(limiter.take(-1) == nil)
    for stranger in 0..<100_000 {
      _ = limiter.take(stranger)
      if stranger.isMultiple(of: 20) {
        #expect(limiter.take(-1) != nil, "it is not forgotten while it comes")
      }
      #expect(limiter.count <= 100)
    }
    #expect(limiter.take(0) == nil, "who was forgotten begins again")
  }

  @Test("A clock that stands still or limits of nothing do no harm")
  func extremes() {
    let limiter = limiter(rate: 0, burst: 0)
    #expect(limiter.take(1) == nil)
    #expect(limiter.take(1) != nil)
    advance(by: .seconds(-5))
    #expect(limiter.take(1) != nil)
  }
}
