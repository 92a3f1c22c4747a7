@testable import Clocks
import ConcurrencyExtras
import Foundation
import Testing

extension ClocksTests {
  /// Sleepers in numbers, and on other executors than the clock's. Each test is a process of its
  /// own, as in ``Parallel``.
  @Suite("Many sleepers, without the main serial executor")
  struct ManySleepers {
    @Test("A thousand sleepers of mixed deadlines end in order, each at its own time")
    func inOrder() async {
      await #expect(processExitsWith: .success) {
        let clock = TestClock()
        let ends = LockIsolated<[Duration]>([])
        let deadlines = (0..<1_000).map { Duration.milliseconds(($0 * 7919) % 1_000 + 1) }
        for deadline in deadlines {
          Task {
            try await clock.sleep(for: deadline)
            let now = TestClock.Instant().duration(to: clock.now)
            ends.withValue { $0.append(now) }
          }
        }
        while clock.sleeperCount < deadlines.count { await Task.yield() }
        await IdleWait.$limit.withValue(.seconds(60)) { await clock.advance(by: .seconds(1)) }
        #expect(ends.value == deadlines.sorted())
      }
    }

    @Test("Canceled sleepers don't change the order of the others")
    func someCancelled() async {
      await #expect(processExitsWith: .success) {
        let clock = TestClock()
        let ends = LockIsolated<[Int]>([])
        let tasks = (0..<500).map { index in
          Task {
            try await clock.sleep(for: .milliseconds((index * 31) % 500))
            ends.withValue { $0.append((index * 31) % 500) }
          }
        }
        while clock.sleeperCount < tasks.count { await Task.yield() }
        for (index, task) in tasks.enumerated() where index % 10 != 0 { task.cancel() }
        for (index, task) in tasks.enumerated() where index % 10 != 0 { _ = await task.result }
        #expect(clock.sleeperCount == 50)
        await IdleWait.$limit.withValue(.seconds(60)) { await clock.advance(by: .seconds(1)) }
        #expect(ends.value == stride(from: 0, to: 500, by: 10).map { ($0 * 31) % 500 }.sorted())
      }
    }

    @Test("Sleepers on the main actor have resumed when the clock arrives")
    func mainActor() async {
      await #expect(processExitsWith: .success) {
        let clock = TestClock()
        let times = LockIsolated<[Duration]>([])
        for _ in 0..<3 {
          Task { @MainActor in
            for _ in 0..<20 {
              try await clock.sleep(for: .seconds(1))
              await Task { @MainActor in await Task.yield() }.value
              let now = TestClock.Instant().duration(to: clock.now)
              times.withValue { $0.append(now) }
            }
          }
        }
        while clock.sleeperCount < 3 { await Task.yield() }
        await IdleWait.$limit.withValue(.seconds(60)) { await clock.advance(by: .seconds(20)) }
        #expect(times.value == (1...20).flatMap { Array(repeating: .seconds($0), count: 3) })
      }
    }

    @Test("A thread in a timed sleep is not idle: it may delay a queue's next job")
    func sleepingThread() async {
      await #expect(processExitsWith: .success) {
        let isStarted = AsyncStream.makeStream(of: Void.self)
        Thread {
          isStarted.continuation.finish()
          sleep(3_600)
        }
        .start()
        for await _ in isStarted.stream {}
        for _ in 0..<1_000 { #expect(!ThreadStates.othersHaveStayedIdle()) }
      }
    }

    @Test("A thread that has run since the last look has not stayed idle")
    func threadThatRan() async {
      await #expect(processExitsWith: .success) {
        let wakeUp = startThread()
        while !ThreadStates.othersHaveStayedIdle() {}
        wakeUp()
        #expect(!ThreadStates.othersHaveStayedIdle())
      }
    }
  }
}

/// Starts a thread that waits.
///
/// - Returns: A function that wakes the thread and returns when it has run.
private func startThread() -> () -> Void {
  let wakeUp = DispatchSemaphore(value: 0)
  let hasRun = DispatchSemaphore(value: 0)
  Thread {
    while true {
      wakeUp.wait()
      hasRun.signal()
    }
  }
  .start()
  return {
    wakeUp.signal()
    hasRun.wait()
  }
}
