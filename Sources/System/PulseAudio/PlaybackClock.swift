/// Tells where in a stream the sound is that is heard, also between what the server says of it.
///
/// The library's own interpolation is not used: it begins with the stream, although a sink may have
/// sound of its own for a second yet, and where the stream is held within that second, it runs on
/// for as long as the stream is held.
package struct PlaybackClock: Sendable {
  /// What the server has said.
  package struct Report: Sendable {
    /// Whether the sink fetches samples.
    package var isPlaying: Bool
    /// How long a sample that is fetched takes to be heard.
    package var latency: Duration
    /// How much of the stream the sink has fetched.
    package var fetched: Duration

    package init(fetched: Duration, latency: Duration, isPlaying: Bool) {
      self.fetched = fetched
      self.isPlaying = isPlaying
      self.latency = latency
    }
  }

  /// How much has been written to the stream: more is never heard.
  package var written = Duration.zero

  private var heard: Duration?
  private var isHeld: Bool
  private var report: (report: Report, instant: SuspendingClock.Instant)?

  package init(isHeld: Bool) {
    self.isHeld = isHeld
  }

  /// The server has said how things were at an instant.
  ///
  /// While the stream is held nothing moves; a report may be older than that.
  package mutating func take(_ report: Report, of instant: SuspendingClock.Instant) {
    if !isHeld { self.report = (report, instant) }
  }

  /// Holds what is heard at an instant, or goes on from there with the next report.
  package mutating func setHeld(_ isHeld: Bool, at now: SuspendingClock.Instant) {
    heard = time(at: now)
    report = nil
    self.isHeld = isHeld
  }

  /// What is heard; never less than before. `nil` before that is known.
  package mutating func time(at now: SuspendingClock.Instant) -> Duration? {
    guard let (report, instant) = report
    else { return heard }
    let end = report.isPlaying ? written : min(report.fetched, written)
    let time = min(end, report.fetched - report.latency + (now - instant))
    let reached = max(heard ?? .zero, time)
    heard = reached
    return reached
  }
}
