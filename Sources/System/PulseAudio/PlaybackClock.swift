/// The audible position, interpolated between the server's reports. libpulse's own ignores audio
/// that the sink still has at the start, up to a second, and runs on if the stream is held then.
package struct PlaybackClock: Sendable {
  package struct Report: Sendable {
    package var isPlaying: Bool
    package var latency: Duration
    package var fetched: Duration

    package init(fetched: Duration, latency: Duration, isPlaying: Bool) {
      self.fetched = fetched
      self.isPlaying = isPlaying
      self.latency = latency
    }
  }

  package var written = Duration.zero

  private var lastTime: Duration?
  private var isPaused: Bool
  private var report: (report: Report, instant: SuspendingClock.Instant)?

  package init(isPaused: Bool) {
    self.isPaused = isPaused
  }

  package mutating func take(_ report: Report, of instant: SuspendingClock.Instant) {
    if !isPaused { self.report = (report, instant) }
  }

  package mutating func setPaused(_ isPaused: Bool, at now: SuspendingClock.Instant) {
    lastTime = time(at: now)
    report = nil
    self.isPaused = isPaused
  }

  /// Never decreases. `nil` before the first report.
  package mutating func time(at now: SuspendingClock.Instant) -> Duration? {
    guard let (report, instant) = report
    else { return lastTime }
    let end = report.isPlaying ? written : min(report.fetched, written)
    let time = min(end, report.fetched - report.latency + (now - instant))
    let reached = max(lastTime ?? .zero, time)
    lastTime = reached
    return reached
  }
}
