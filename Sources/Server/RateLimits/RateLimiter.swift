import ConcurrencyExtras

/// Keeps a limit for each of many: addresses, or tokens. However many there are, it keeps so many of
/// them at most, those that came last.
public final class RateLimiter<Key: Hashable & Sendable>: Sendable {
  /// Two halves: where the first is full it becomes the second, and what is in that and was not asked
  /// for meanwhile is forgotten.
  private struct State {
    var new: [Key: Bucket] = [:]
    var old: [Key: Bucket] = [:]
  }

  private let elapsed: @Sendable () -> Duration
  private let half: Int
  private let limit: RateLimit
  private let state = Protected(State())

  /// - Parameters:
  ///   - limit: What each may do.
  ///   - capacity: How many it keeps at most. Whoever is forgotten begins again with a full bucket.
  ///   - elapsed: How much time has passed since some moment; it never goes back.
  public init(
    _ limit: RateLimit, capacity: Int = 20_000, elapsed: @escaping @Sendable () -> Duration
  ) {
    self.elapsed = elapsed
    half = max(1, capacity / 2)
    self.limit = limit
  }

  /// How many it keeps now.
  public var count: Int { state.withLock { $0.new.count + $0.old.count } }

  /// Does it once more, if that may be.
  ///
  /// - Returns: How long to wait until it may be; `nil` where it has been done.
  public func take(_ key: Key) -> Duration? {
    change(key) { bucket, now in
      let wait = bucket.wait(limit, at: now)
      guard wait == .zero
      else { return wait }
      bucket.take(limit, at: now)
      return nil
    }
  }

  /// How long to wait until it may be done once more; `nil` where it may be now.
  public func wait(_ key: Key) -> Duration? {
    let now = elapsed()
    let wait = state.withLock { ($0.new[key] ?? $0.old[key])?.wait(limit, at: now) ?? .zero }
    return wait == .zero ? nil : wait
  }

  private func change(
    _ key: Key, _ change: (inout Bucket, Duration) -> Duration?
  ) -> Duration? {
    let now = elapsed()
    return state.withLock { state in
      var bucket =
        state.new[key] ?? state.old.removeValue(forKey: key)
        ?? Bucket(full: limit, at: now)
      let result = change(&bucket, now)
      if state.new.count >= half, state.new[key] == nil {
        state.old = state.new
        state.new = [:]
      }
      state.new[key] = bucket
      return result
    }
  }
}
