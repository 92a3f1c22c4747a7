import Clocks
import ConcurrencyExtras
import Testing

@Suite(.serialized)
struct InlineExecutorTests {
  @Test("CLK-03 A sleeper that runs on the very thread that ends its sleep may use the clock")
  func runsInline() async throws {
    let clock = TestClock()
    let sleeper = Sleeper()
    let task = Task { try await sleeper.sleepTwice(on: clock) }
    for _ in 0..<2 {
      // A busy machine may start the task late: no time is to pass before it sleeps.
      while (try? await clock.checkSuspension()) != nil { await Task.yield() }
      await clock.advance(by: .seconds(1))
    }
    #expect(try await task.value == [.seconds(1), .seconds(2)])
  }
}

/// Runs each job immediately.
private final class InlineExecutor: SerialExecutor {
  func enqueue(_ job: consuming ExecutorJob) {
    job.runSynchronously(on: asUnownedSerialExecutor())
  }
}

private actor Sleeper {
  nonisolated private let executor = InlineExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func sleepTwice(on clock: TestClock<Duration>) async throws -> [Duration] {
    let start = clock.now
    var times: [Duration] = []
    for _ in 0..<2 {
      try await clock.sleep(for: .seconds(1))
      times.append(start.duration(to: clock.now))
    }
    return times
  }
}
