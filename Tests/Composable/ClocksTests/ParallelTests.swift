import Clocks
import ConcurrencyExtras
import Testing

extension ClocksTests {
  /// Test clocks with tasks on all threads. Each test runs in a separate process, since another
  /// test in this one may run all tasks on the main thread.
  @Suite("Without the main serial executor")
  struct Parallel {
    @Test("A sleeper's next step happens at its own time, even if the clock advances far")
    func ownTime() async {
      await #expect(processExitsWith: .success) {
        let clock = TestClock()
        #expect(!uncheckedUseMainSerialExecutor)
        let task = Task {
          var times: [Duration] = []
          for _ in 0..<5 {
            try await clock.sleep(for: .seconds(1))
            times.append(TestClock.Instant().duration(to: clock.now))
          }
          return times
        }
        await waitForSleep(on: clock)
        await clock.advance(by: .seconds(60))
        let times = try await task.value
        #expect(times == (1...5).map { .seconds($0) })
        #expect(clock.now == TestClock.Instant(offset: .seconds(60)))
      }
    }

    @Test("A timer ticks for each interval that is passed")
    func timer() async {
      await #expect(processExitsWith: .success) {
        let clock = TestClock()
        let ticks = LockIsolated(0)
        let task = Task {
          for await _ in clock.timer(interval: .seconds(1)) {
            ticks.withValue { $0 += 1 }
          }
        }
        await waitForSleep(on: clock)
        await clock.advance(by: .seconds(10))
        #expect(ticks.value == 10)
        task.cancel()
        await task.value
      }
    }

    @Test("Canceled sleeps of many tasks all throw, and none stays on the clock")
    func cancellation() async {
      await #expect(processExitsWith: .success) {
        let clock = TestClock()
        let tasks = (0..<100).map { index in
          Task { try await clock.sleep(for: .milliseconds(index)) }
        }
        for task in tasks { task.cancel() }
        for task in tasks {
          await #expect(throws: CancellationError.self) { try await task.value }
        }
        try await clock.checkSuspension()
      }
    }
  }
}

/// Waits until a task sleeps on the clock.
private func waitForSleep(on clock: TestClock<Duration>) async {
  while (try? await clock.checkSuspension()) != nil {}
}
