import Clocks
import ConcurrencyExtras
import IssueReporting
import Testing

extension ClocksTests {
  @Suite("ImmediateClock", .mainSerialExecutor)
  struct ImmediateClockTests {
    @Test("CLK-04 A sleep of any length returns at once, and the clock advances")
    func sleep() async throws {
      let clock = ImmediateClock()
      let start = clock.now
      try await clock.sleep(for: .seconds(3_600))
      #expect(start.duration(to: clock.now) == .seconds(3_600))
      #expect(start < clock.now)
    }

    @Test("A dependency is given the clock by its name alone")
    func name() async throws {
      let clock: any Clock<Duration> = .immediate
      try await clock.sleep(for: .seconds(3_600))
      #expect(clock is ImmediateClock<Duration>)
    }

    @Test("CLK-04 A timer ticks at once")
    func timer() async {
      var ticks = 0
      for await _ in ImmediateClock().timer(interval: .seconds(1)) {
        ticks += 1
        if ticks == 10 { break }
      }
      #expect(ticks == 10)
    }

    @Test("A canceled sleep throws CancellationError")
    func cancellation() async {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await ImmediateClock().sleep(for: .seconds(1))
      }
      await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("A sleep until a past time does not set the clock back")
    func past() async throws {
      let clock = ImmediateClock()
      try await clock.sleep(for: .seconds(2))
      try await clock.sleep(until: ImmediateClock.Instant(offset: .seconds(1)))
      #expect(clock.now == ImmediateClock.Instant(offset: .seconds(2)))
    }
  }
}

extension ClocksTests {
  @Suite("UnimplementedClock", .mainSerialExecutor)
  struct UnimplementedClockTests {
    @Test("CLK-09 Each use of the clock fails the test, with the clock's name and alternatives")
    func uses() async throws {
      let clock = UnimplementedClock(name: "RecorderClock")
      let reporter = RecordingReporter()
      try await withIssueReporters([reporter]) {
        _ = clock.now
        _ = clock.minimumResolution
        try await clock.sleep(for: .seconds(1))
      }
      let messages = reporter.messages.value
      #expect(messages.count == 4)
      for (message, endpoint) in zip(messages, ["now", "minimumResolution", "now", "sleep"]) {
        #expect(message.hasPrefix("Unimplemented: 'RecorderClock.\(endpoint)' was used"))
        #expect(message.contains("'TestClock'"))
        #expect(message.contains("'ImmediateClock'"))
      }
    }

    @Test("CLK-09 It starts at the given time, and is created where a clock is set")
    func start() async throws {
      let start = ImmediateClock<Duration>.Instant(offset: .seconds(5))
      let named = UnimplementedClock(name: "RecorderClock", now: start)
      let clock: any Clock<Duration> = .unimplemented(name: "PlayerClock", now: start)
      let reporter = RecordingReporter()
      try await withIssueReporters([reporter]) {
        #expect(named.now.duration(to: named.now) == .zero)
        try await clock.sleep(for: .seconds(1))
      }
      #expect(reporter.messages.value.first?.contains("'RecorderClock.now'") == true)
      #expect(reporter.messages.value.last?.contains("'PlayerClock.sleep'") == true)
    }

    @Test("CLK-09 It behaves like its base clock")
    func base() async throws {
      let base = TestClock()
      let clock = UnimplementedClock(base)
      let reporter = RecordingReporter()
      try await withIssueReporters([reporter]) {
        let start = clock.now
        await base.advance(by: .seconds(2))
        #expect(start.duration(to: clock.now) == .seconds(2))
        try await clock.sleep(until: start)
      }
      #expect(reporter.messages.value.last?.contains("'TestClock<Duration>.sleep'") == true)
    }
  }
}

private struct RecordingReporter: IssueReporter {
  let messages = LockIsolated<[String]>([])

  func reportIssue(
    _ message: @autoclosure () -> String?,
    severity: IssueSeverity,
    fileID: StaticString,
    filePath: StaticString,
    line: UInt,
    column: UInt
  ) {
    let message = message() ?? ""
    messages.withValue { $0.append(message) }
  }
}

extension ClocksTests {
  @Suite("AnyClock", .mainSerialExecutor)
  struct AnyClockTests {
    @Test("It sleeps on the clock that it hides")
    func sleep() async throws {
      let base = TestClock()
      let clock = AnyClock(base)
      let start = clock.now
      let task = Task {
        try await clock.sleep(until: start.advanced(by: .seconds(1)))
      }
      await base.advance(by: .seconds(1))
      try await task.value
      #expect(start.duration(to: clock.now) == .seconds(1))
      #expect(start < clock.now)
      #expect(start.advanced(by: .seconds(1)) == clock.now)
      #expect(start.advanced(by: .seconds(1)).hashValue == clock.now.hashValue)
    }

    @Test("Instants of two erasures of one clock are comparable")
    func twice() async {
      let base = TestClock()
      let first = AnyClock(base)
      await base.advance(by: .seconds(3))
      #expect(first.now == AnyClock(AnyClock(base)).now)
    }

    @Test("Instants of different clocks used together are reported")
    func mismatch() async {
      let first = AnyClock(TestClock()).now
      let second = AnyClock(ImmediateClock()).now
      withKnownIssue {
        #expect(first.duration(to: second) == .zero)
      } matching: { issue in
        issue.comments.contains { $0.rawValue.contains("two different clocks") }
      }
      #expect(first != second)
    }

    @Test("CLK-05 The real clock can replace any other")
    func real() async throws {
      let clock: any Clock<Duration> = ContinuousClock()
      let elapsed = try await clock.measure { try await clock.sleep(for: .milliseconds(1)) }
      #expect(elapsed >= .milliseconds(1))
      var ticks = 0
      for await _ in clock.timer(interval: .milliseconds(1)) {
        ticks += 1
        if ticks == 3 { break }
      }
      #expect(ticks == 3)
    }
  }
}
