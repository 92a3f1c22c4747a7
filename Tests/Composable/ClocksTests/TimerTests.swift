import Clocks
import ConcurrencyExtras
import IssueReporting
import Testing

extension ClocksTests {
  @Suite("Clock.timer", .mainSerialExecutor)
  struct TimerTests {
    let clock = TestClock()

    @Test("CLK-02 A timer ticks at each interval until its task is canceled")
    func ticks() async {
      let ticks = LockIsolated(0)
      let task = Task {
        for await _ in clock.timer(interval: .seconds(1)) {
          ticks.withValue { $0 += 1 }
        }
      }
      await clock.advance(by: .milliseconds(500))
      #expect(ticks.value == 0)
      await clock.advance(by: .milliseconds(500))
      #expect(ticks.value == 1)
      await clock.advance(by: .seconds(1))
      #expect(ticks.value == 2)
      task.cancel()
      await task.value
      await clock.advance(by: .seconds(5))
      #expect(ticks.value == 2)
    }

    @Test("CLK-08 One advance produces a tick for each interval that it passes")
    func severalTicks() async {
      await withMainSerialExecutor {
        let ticks = LockIsolated(0)
        let task = Task {
          for await _ in clock.timer(interval: .seconds(1)) {
            ticks.withValue { $0 += 1 }
          }
        }
        await clock.advance(by: .seconds(10))
        #expect(ticks.value == 10)
        task.cancel()
        await task.value
      }
    }

    @Test("CLK-02 A timer starts on 'any Clock', and its elements are the times of the ticks")
    func existential() async {
      let erased: any Clock<Duration> = clock
      let start = AnyClock(erased).now
      let task = Task {
        var times: [Duration] = []
        for await time in erased.timer(interval: .seconds(2)) {
          times.append(start.duration(to: time))
          if times.count == 3 { break }
        }
        return times
      }
      await clock.advance(by: .seconds(6))
      #expect(await task.value == [.seconds(2), .seconds(4), .seconds(6)])
    }

    @Test("Intervals do not drift, and ticks missed in the loop's body are merged")
    func missed() async {
      await withMainSerialExecutor {
        let times = LockIsolated<[Duration]>([])
        let task = Task {
          for await time in AsyncTimerSequence(interval: .seconds(2), clock: clock) {
            times.withValue { $0.append(TestClock.Instant().duration(to: time)) }
            if times.count == 1 {
              try await clock.sleep(for: .seconds(5))
            }
          }
        }
        await clock.advance(by: .seconds(12))
        #expect(times.value == [.seconds(2), .seconds(8), .seconds(10), .seconds(12)])
        task.cancel()
        _ = await task.result
      }
    }

    @Test("A negative interval is reported")
    func negative() async {
      let line = #line + 2
      withKnownIssue {
        _ = clock.timer(interval: .seconds(-1))
      } matching: { issue in
        issue.sourceLocation?.line == line
          && issue.comments.contains { $0.rawValue.contains("interval can't be negative") }
      }
    }
  }
}
