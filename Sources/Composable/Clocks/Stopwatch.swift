extension Clock where Duration == Swift.Duration {
  /// Starts to measure.
  ///
  /// ```swift
  /// let elapsed = clock.stopwatch()
  /// …
  /// print("took \(elapsed())")
  /// ```
  ///
  /// - Returns: How much time has passed since this call.
  public func stopwatch() -> @Sendable () -> Duration {
    let start = now
    return { start.duration(to: now) }
  }
}
