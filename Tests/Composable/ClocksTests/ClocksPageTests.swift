import Clocks
import ConcurrencyExtras
import Testing

/// The example of the module's page.
private final class Countdown: Sendable {
  let clock: any Clock<Duration>
  let seconds = LockIsolated(3)

  init(clock: any Clock<Duration>) {
    self.clock = clock
  }

  func run() async {
    for await _ in clock.timer(interval: .seconds(1)) {
      seconds.withValue { $0 -= 1 }
      if seconds.value == 0 { return }
    }
  }
}

extension ClocksTests {
  @Suite("The page of Clocks", .mainSerialExecutor)
  struct Page {
    @Test func countdown() async {
      let clock = TestClock()
      let countdown = Countdown(clock: clock)
      let task = Task { await countdown.run() }
      await clock.advance(by: .seconds(2))
      #expect(countdown.seconds.value == 1)
      await clock.advance(by: .seconds(1))
      await task.value
      #expect(countdown.seconds.value == 0)
    }
  }
}
