import BenchmarkSupport
import Clocks
import Dispatch

/// A test clock, compared with continuations that are resumed and awaited one by one.
var clocks: Suite {
  var suite = Suite("Clocks")
  suite.compareSleepers()
  suite.compareTimers()
  return suite
}

private let sleeperCount = 1_000
private let byHand = "continuations by hand"

extension Suite {
  fileprivate mutating func compareSleepers() {
    compare(
      "advance past 1,000 sleepers, each", aim: .under(.microseconds(50)),
      operations: sleeperCount, to: byHand
    ) { n in
      for _ in 0..<n { wait { await wakeByHand(sleeperCount) } }
    } subject: { n in
      for _ in 0..<n {
        wait {
          let clock = TestClock()
          await startSleepers(on: clock)
          await clock.advance(by: .seconds(sleeperCount))
        }
      }
    }
    compare(
      "advance to each of 1,000 sleepers", aim: .under(.microseconds(100)),
      operations: sleeperCount, to: byHand
    ) { n in
      for _ in 0..<n { wait { await wakeByHand(sleeperCount) } }
    } subject: { n in
      for _ in 0..<n {
        wait {
          let clock = TestClock()
          await startSleepers(on: clock)
          for _ in 0..<sleeperCount { await clock.advance(by: .seconds(1)) }
        }
      }
    }
  }

  fileprivate mutating func compareTimers() {
    compare("a timer's tick", operations: 100, to: byHand) { n in
      for _ in 0..<n { wait { await wakeByHand(100) } }
    } subject: { n in
      for _ in 0..<n {
        wait {
          let clock = TestClock()
          let task = Task {
            for await _ in clock.timer(interval: .seconds(1)) {}
          }
          await clock.advance(by: .seconds(100))
          task.cancel()
        }
      }
    }
    compare("sleep on an immediate clock", to: "Task.yield") { n in
      wait { for _ in 0..<n { await Task.yield() } }
    } subject: { n in
      wait {
        let clock = ImmediateClock()
        for _ in 0..<n { try? await clock.sleep(for: .seconds(1)) }
      }
    }
  }
}

/// Starts tasks that sleep for one second, two, and so on. Returns when all of them are asleep.
private func startSleepers(on clock: TestClock<Duration>) async {
  for index in 1...sleeperCount {
    let task = Task { try await clock.sleep(for: .seconds(index)) }
    blackHole(task)
  }
  await clock.advance()
}

/// A minimal test clock: wakes waiting tasks one after the other, and awaits each.
private func wakeByHand(_ count: Int) async {
  let (started, start) = AsyncStream<CheckedContinuation<Void, Never>>.makeStream()
  let tasks = (0..<count).map { _ in
    Task { await withCheckedContinuation { _ = start.yield($0) } }
  }
  var continuations = started.makeAsyncIterator()
  for _ in 0..<count { await continuations.next()?.resume() }
  for task in tasks { await task.value }
}

/// Runs asynchronous work from the main thread.
private func wait(_ work: @escaping @Sendable () async -> Void) {
  let end = DispatchSemaphore(value: 0)
  Task.detached {
    await work()
    end.signal()
  }
  end.wait()
}
