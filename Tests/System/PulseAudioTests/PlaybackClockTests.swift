import PulseAudio
import Testing

@Suite("The audible position in a stream")
struct PlaybackClockTests {
  private let start = SuspendingClock.now

  private func report(
    _ fetched: Int, latency: Int = 0, isPlaying: Bool = true
  ) -> PlaybackClock.Report {
    PlaybackClock.Report(
      fetched: .milliseconds(fetched), latency: .milliseconds(latency), isPlaying: isPlaying)
  }

  private func clock(written: Int, isPaused: Bool = false) -> PlaybackClock {
    var clock = PlaybackClock(isPaused: isPaused)
    clock.written = .milliseconds(written)
    return clock
  }

  private func instant(_ milliseconds: Int) -> SuspendingClock.Instant {
    start + .milliseconds(milliseconds)
  }

  @Test("The position advances between server updates")
  func playing() {
    var clock = clock(written: 2_000)
    #expect(clock.time(at: start) == nil)
    clock.take(report(500, latency: 40), of: instant(0))
    #expect(clock.time(at: instant(0)) == .milliseconds(460))
    #expect(clock.time(at: instant(100)) == .milliseconds(560))
    clock.take(report(700, latency: 40), of: instant(205))
    #expect(clock.time(at: instant(210)) == .milliseconds(665))
  }

  @Test("A sink playing its own sound keeps the stream at its start")
  func notYet() {
    var clock = clock(written: 120)
    clock.take(report(0, latency: 960, isPlaying: false), of: instant(0))
    #expect(clock.time(at: instant(0)) == .zero)
    #expect(clock.time(at: instant(5_000)) == .zero)
    clock.take(report(40, latency: 50), of: instant(5_000))
    #expect(clock.time(at: instant(5_020)) == .milliseconds(10))
  }

  @Test("The position stops while paused, for any time, and continues from there")
  func held() {
    var clock = clock(written: 2_000)
    clock.take(report(500, latency: 40), of: instant(0))
    clock.setPaused(true, at: instant(100))
    #expect(clock.time(at: instant(86_400_000)) == .milliseconds(560))
    // An answer from before the pause, and one from within it.
    clock.take(report(600, latency: 40), of: instant(99))
    #expect(clock.time(at: instant(86_400_000)) == .milliseconds(560))
    clock.take(report(560, isPlaying: false), of: instant(200))
    #expect(clock.time(at: instant(86_400_000)) == .milliseconds(560))
    clock.setPaused(false, at: instant(86_400_000))
    #expect(clock.time(at: instant(86_400_500)) == .milliseconds(560))
    clock.take(report(600, latency: 40), of: instant(86_400_500))
    #expect(clock.time(at: instant(86_400_550)) == .milliseconds(610))
  }

  @Test("Paused before the first fetch, it stays at the start")
  func heldAtStart() {
    var clock = clock(written: 120)
    clock.take(report(0, latency: 960, isPlaying: false), of: instant(0))
    clock.setPaused(true, at: instant(300))
    #expect(clock.time(at: instant(60_000)) == .zero)
    clock.setPaused(false, at: instant(60_000))
    clock.take(report(0, latency: 30, isPlaying: false), of: instant(60_001))
    #expect(clock.time(at: instant(60_900)) == .zero)
    clock.take(report(80, latency: 30), of: instant(60_900))
    #expect(clock.time(at: instant(60_900)) == .milliseconds(50))
  }

  @Test("It is not known for a stream that begins held")
  func beginsHeld() {
    var clock = clock(written: 120, isPaused: true)
    clock.take(report(0, isPlaying: false), of: instant(0))
    #expect(clock.time(at: instant(60_000)) == nil)
    clock.setPaused(false, at: instant(60_000))
    #expect(clock.time(at: instant(60_000)) == nil)
    clock.take(report(40, latency: 10), of: instant(60_000))
    #expect(clock.time(at: instant(60_000)) == .milliseconds(30))
  }

  @Test("The position never decreases, exceeds the written audio, or passes an underrun")
  func bounds() {
    var clock = clock(written: 1_000)
    clock.take(report(500), of: instant(0))
    #expect(clock.time(at: instant(200)) == .milliseconds(700))
    clock.take(report(690), of: instant(200))
    #expect(clock.time(at: instant(200)) == .milliseconds(700))
    #expect(clock.time(at: instant(90_000)) == .milliseconds(1_000))
    clock.written = .milliseconds(2_000)
    clock.take(report(1_500, latency: 100, isPlaying: false), of: instant(90_000))
    #expect(clock.time(at: instant(90_050)) == .milliseconds(1_450))
    #expect(clock.time(at: instant(99_000)) == .milliseconds(1_500))
  }
}
