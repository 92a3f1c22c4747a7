import POSIX

/// A rate limit for each of the `capacity` most recent keys. Others start again with a full bucket.
public final class RateLimiter<Key: Hashable & Sendable>: Sendable {
  /// Two generations: a full `new` replaces `old`, which drops the keys not used since.
  private struct State {
    var new: [Key: Bucket] = [:]
    var old: [Key: Bucket] = [:]
  }

  private let elapsed: @Sendable () -> Duration
  private let half: Int
  private let limit: RateLimit
  private let state = Mutex(State())

  /// - Parameter elapsed: The time since a fixed moment; must be monotonic.
  public init(
    _ limit: RateLimit, capacity: Int = 20_000, elapsed: @escaping @Sendable () -> Duration
  ) {
    self.elapsed = elapsed
    half = max(1, capacity / 2)
    self.limit = limit
  }

  public var count: Int { state.withLock { $0.new.count + $0.old.count } }

  /// Counts an attempt. Returns the time to wait, or `nil` if the attempt is allowed.
  public func take(_ key: Key) -> Duration? {
    let quota = count(key)
    return quota.isAllowed ? nil : quota.wait
  }

  /// Counts an attempt. A refused one costs nothing.
  public func count(_ key: Key) -> RateQuota {
    let now = elapsed()
    return state.withLock { state in
      var bucket =
        state.new[key] ?? state.old.removeValue(forKey: key) ?? Bucket(full: limit, at: now)
      let quota = bucket.take(limit, at: now)
      if state.new.count >= half, state.new[key] == nil {
        state.old = state.new
        state.new = [:]
      }
      state.new[key] = bucket
      return quota
    }
  }
}
