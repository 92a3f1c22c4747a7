import Clocks
import ConcurrencyExtras
import IssueReporting
import Testing

extension ClocksTests {
  @Suite("TestClock", .mainSerialExecutor)
  struct TestClockTests {
    let clock = TestClock()
    let log = LockIsolated<[String]>([])

    func sleeper(_ name: String, _ duration: Duration) -> Task<Void, any Error> {
      Task {
        try await clock.sleep(for: duration)
        log.withValue { $0.append(name) }
      }
    }

    @Test("CLK-03 A sleep ends exactly when the clock reaches its deadline")
    func advanceBy() async throws {
      let task = sleeper("done", .seconds(1))
      await clock.advance(by: .milliseconds(999))
      #expect(log.value == [])
      await clock.advance(by: .milliseconds(1))
      try await task.value
      #expect(log.value == ["done"])
      #expect(clock.now == TestClock.Instant(offset: .seconds(1)))
    }

    @Test("CLK-03 The clock advances to an instant")
    func advanceTo() async throws {
      let task = sleeper("done", .seconds(1))
      await clock.advance(to: TestClock.Instant(offset: .seconds(3)))
      try await task.value
      #expect(clock.now.duration(to: TestClock.Instant(offset: .seconds(3))) == .zero)
    }

    @Test("CLK-03 Advancing by zero ends the sleeps that are due")
    func advanceByNothing() async throws {
      let task = sleeper("done", .zero)
      await Task.megaYield()
      #expect(log.value == [])
      await clock.advance()
      try await task.value
      #expect(log.value == ["done"])
      #expect(clock.now == TestClock.Instant())
    }

    @Test("A sleep until a past time returns at once")
    func past() async throws {
      await clock.advance(by: .seconds(2))
      try await clock.sleep(until: TestClock.Instant(offset: .seconds(1)))
      #expect(clock.now == TestClock.Instant(offset: .seconds(2)))
    }

    @Test("Sleeps end in the order of their deadlines, and of their beginning within one")
    func order() async throws {
      await withMainSerialExecutor {
        let tasks = [
          sleeper("3s", .seconds(3)), sleeper("1s, first", .seconds(1)),
          sleeper("2s", .seconds(2)), sleeper("1s, second", .seconds(1)),
        ]
        await clock.advance(by: .seconds(3))
        for task in tasks { _ = await task.result }
        #expect(log.value == ["1s, first", "1s, second", "2s", "3s"])
      }
    }

    @Test("A canceled sleep throws CancellationError and leaves the clock")
    func cancellation() async throws {
      let task = sleeper("never", .seconds(1))
      await Task.megaYield()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      try await clock.checkSuspension()
      await clock.advance(by: .seconds(1))
      #expect(log.value == [])
    }

    @Test("A sleep of a task that is canceled already throws CancellationError")
    func cancelledBefore() async throws {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await clock.sleep(for: .seconds(1))
      }
      await #expect(throws: CancellationError.self) { try await task.value }
      try await clock.checkSuspension()
    }

    @Test("CLK-03 checkSuspension throws while a task sleeps, with its deadline")
    func checkSuspension() async throws {
      try await clock.checkSuspension()
      let tasks = [sleeper("a", .seconds(1)), sleeper("b", .seconds(2))]
      let error = await #expect(throws: SuspensionError.self) {
        await Task.megaYield()
        try await clock.checkSuspension()
      }
      #expect("\(try #require(error))".contains("2 sleeps are still suspending, until 1.0 sec"))
      await clock.advance(by: .seconds(2))
      for task in tasks { try await task.value }
      try await clock.checkSuspension()
    }

    @Test("CLK-03 run ends every sleep, including later ones")
    func run() async throws {
      let task = Task {
        for index in 1...3 {
          try await clock.sleep(for: .seconds(index))
        }
      }
      await clock.run(timeout: .seconds(60))
      try await task.value
      #expect(clock.now == TestClock.Instant(offset: .seconds(6)))
    }

    @Test("run waits for sleeps on slow machines")
    func runWithoutTime() async throws {
      let task = Task {
        for _ in 0..<100 { try await clock.sleep(for: .seconds(1)) }
      }
      await clock.run(timeout: .zero)
      try await task.value
      #expect(clock.now == TestClock.Instant(offset: .seconds(100)))
    }

    @Test("CLK-03 run reports sleeps that never finish, after its timeout")
    func runTimeout() async throws {
      let task = Task {
        for await _ in clock.timer(interval: .seconds(1)) {}
      }
      let line = #line + 2
      await withKnownIssue {
        await clock.run(timeout: .milliseconds(1))
      } matching: { issue in
        issue.sourceLocation?.line == line
          && issue.comments.contains {
            $0.rawValue.contains(
              "Expected all sleeps to finish, but some are still suspending after 0.001 seconds")
          }
      }
      task.cancel()
      await task.value
    }

    @Test("Advancing a clock backward is reported and ignored")
    func backwards() async throws {
      await clock.advance(by: .seconds(2))
      for move in [
        { await clock.advance(by: .seconds(-1)) },
        { await clock.advance(to: TestClock.Instant(offset: .seconds(1))) },
      ] {
        await withKnownIssue {
          await move()
        } matching: { issue in
          issue.comments.contains {
            $0.rawValue.contains(
              "can't run backwards: it is at 2.0 seconds and was told to go to 1")
          }
        }
        #expect(clock.now == TestClock.Instant(offset: .seconds(2)))
      }
    }

    @Test("A test clock measures the time that it was advanced by")
    func measure() async throws {
      let task = Task {
        try await clock.measure { try await clock.sleep(for: .seconds(5)) }
      }
      await clock.advance(by: .seconds(5))
      #expect(try await task.value == .seconds(5))
    }

    @Test("Many sleepers of mixed deadlines end in order")
    func many() async throws {
      await withMainSerialExecutor {
        let ends = LockIsolated<[Int]>([])
        let deadlines = (0..<300).map { ($0 * 7919) % 1_000 }
        let tasks = deadlines.map { deadline in
          Task {
            try await clock.sleep(for: .milliseconds(deadline))
            ends.withValue { $0.append(deadline) }
          }
        }
        await clock.advance(by: .seconds(1))
        for task in tasks { _ = await task.result }
        #expect(ends.value == deadlines.sorted())
      }
    }
  }
}
