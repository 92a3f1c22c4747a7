import Clocks
import ConcurrencyExtras
import Dependencies
import Dispatch
import IssueReporting
import Testing

@Suite struct ClockValuesTests {
  @Dependency(\.continuousClock) var continuousClock
  @Dependency(\.suspendingClock) var suspendingClock
  @Dependency(\.mainQueue) var mainQueue

  @Test("CLK-01 A clock that a test did not set fails the test when it is used")
  func unimplemented() async throws {
    let messages = LockIsolated<[String]>([])
    try await withIssueReporters([MessageReporter(messages)]) {
      try await continuousClock.sleep(for: .seconds(1))
      try await suspendingClock.sleep(for: .seconds(1))
      try await mainQueue.sleep(for: 1)
    }
    for name in ["continuousClock", "suspendingClock", "mainQueue"] {
      #expect(messages.value.contains { $0.contains("@Dependency(\\.\(name)).sleep") })
    }
  }

  @Test("CLK-04 A clock is overridden")
  func override() async throws {
    try await withDependencies {
      $0.continuousClock = ImmediateClock()
      $0.suspendingClock = ImmediateClock()
    } operation: {
      try await continuousClock.sleep(for: .seconds(1_000))
      try await suspendingClock.sleep(for: .seconds(1_000))
    }
  }

  @Test("CLK-06 A timer on the main queue ticks as the test moves the time forward")
  func timer() async {
    await withMainSerialExecutor {
      let queue = DispatchQueue.test
      let ticks = LockIsolated(0)
      let task = withDependencies {
        $0.mainQueue = queue.eraseToAnyScheduler()
      } operation: {
        Task {
          for await _ in mainQueue.timer(interval: 1) {
            ticks.withValue { $0 += 1 }
          }
        }
      }
      await queue.advance(by: 0.5)
      #expect(ticks.value == 0)
      await queue.advance(by: .milliseconds(500))
      #expect(ticks.value == 1)
      await queue.advance(by: .seconds(2))
      #expect(ticks.value == 3)
      task.cancel()
      await task.value
    }
  }

  @Test("CLK-06 Tasks pause on a test's queue, and count its ticks, without erasing it")
  func testQueue() async throws {
    await withMainSerialExecutor {
      let queue = DispatchQueue.test
      let log = LockIsolated<[String]>([])
      let pause = Task {
        try await queue.sleep(for: .milliseconds(1_500))
        log.withValue { $0.append("pause") }
      }
      let timer = Task {
        for await _ in queue.timer(interval: 1) { log.withValue { $0.append("tick") } }
      }
      await queue.advance(by: 2)
      #expect(log.value == ["tick", "pause", "tick"])
      timer.cancel()
      _ = await (pause.result, timer.result)
    }
  }

  @Test("CLK-06 No time passes on the immediate queue")
  func immediate() async throws {
    try await withDependencies {
      $0.mainQueue = .immediate
    } operation: {
      try await mainQueue.sleep(for: 3_600)
      var ticks = 0
      for await _ in mainQueue.timer(interval: .seconds(60)) {
        ticks += 1
        if ticks == 3 { break }
      }
      #expect(ticks == 3)
    }
  }

  @Test("CLK-06 A pause on the test queue ends when all time is run through")
  func run() async throws {
    try await withMainSerialExecutor {
      let queue = DispatchQueue.test
      async let sleep: Void = queue.eraseToAnyScheduler().sleep(for: .seconds(100))
      await queue.run()
      try await sleep
    }
  }

  @Test("CLK-06 A number is a number of seconds")
  func strides() {
    #expect((1 as MainQueue.Stride).duration == .seconds(1))
    #expect((0.25 as MainQueue.Stride).duration == .milliseconds(250))
    #expect(MainQueue.Stride.microseconds(5).duration == .nanoseconds(5_000))
    #expect(MainQueue.Stride.nanoseconds(5) == MainQueue.Stride(.nanoseconds(5)))
  }
}
