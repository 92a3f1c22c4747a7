import ConcurrencyExtras
import Dependencies
import Dispatch
import Testing

@Suite("Test queue") struct TestQueueTests {
  let queue = DispatchQueue.test
  let log = LockIsolated<[Int]>([])

  @Test("CLK-06 The time is moved by a stride or to an instant")
  func now() async {
    let start = queue.now
    await queue.advance(by: 1)
    #expect(start.distance(to: queue.now) == .seconds(1))
    await queue.advance(to: start.advanced(by: 2.5))
    #expect(queue.now == start.advanced(by: .milliseconds(2_500)))
    #expect(start < queue.now)
  }

  @Test("CLK-06 Pauses end when the time is moved to an instant")
  func advanceTo() async throws {
    try await withMainSerialExecutor {
      let pause = Task { [queue, log] in
        try await queue.sleep(for: 2)
        log.withValue { $0.append(2) }
      }
      await queue.advance(to: queue.now.advanced(by: 1.5))
      #expect(log.value == [])
      await queue.advance(to: queue.now.advanced(by: 0.5))
      #expect(log.value == [2])
      try await pause.value
    }
  }

  @Test("Actions run when the queue is advanced, in the order of their times")
  func actions() {
    append(3, after: 3)
    append(1, after: 1)
    queue.schedule { [log] in log.withValue { $0.append(0) } }
    #expect(log.value == [])
    queue.advance()
    #expect(log.value == [0])
    queue.advance(by: 2)
    #expect(log.value == [0, 1])
    queue.advance(to: queue.now.advanced(by: 1))
    #expect(log.value == [0, 1, 3])
  }

  @Test("Repeated actions of one time run in the order in which they were scheduled")
  func simultaneousActions() {
    let first = queue.schedule(after: queue.now, interval: 1) { [log] in
      log.withValue { $0.append(1) }
    }
    let second = queue.schedule(after: queue.now, interval: 2) { [log] in
      log.withValue { $0.append(42) }
    }
    #expect(log.value == [])
    queue.advance()
    #expect(log.value == [1, 42])
    queue.advance(by: 2)
    #expect(log.value == [1, 42, 1, 1, 42])
    first.cancel()
    queue.advance(by: 2)
    #expect(log.value == [1, 42, 1, 1, 42, 42])
    withExtendedLifetime((first, second)) {}
  }

  @Test("A repeated action ends when its schedule is released, and may end itself")
  func cancellation() {
    do {
      let schedule = queue.schedule(after: queue.now, interval: 1) { [log] in
        log.withValue { $0.append(1) }
      }
      queue.advance(by: 1)
      withExtendedLifetime(schedule) {}
    }
    let schedule = LockIsolated<TestQueue.Cancellable?>(nil)
    schedule.setValue(
      queue.schedule(after: queue.now, interval: 1) { [log] in
        log.withValue { $0.append(2) }
        schedule.value?.cancel()
      })
    queue.run()
    #expect(log.value == [1, 1, 2])
  }

  @Test("An action may schedule another, which runs within the same advance")
  func nested() {
    queue.schedule(after: queue.now.advanced(by: 1)) { [queue, log] in
      log.withValue { $0.append(1) }
      queue.schedule(after: queue.now.advanced(by: 1)) { log.withValue { $0.append(2) } }
    }
    queue.advance(by: 3)
    #expect(log.value == [1, 2])
  }

  @Test("Actions and pauses take their turns by their times")
  func actionsAndPauses() async throws {
    try await withMainSerialExecutor {
      append(1, after: 1)
      append(3, after: 3)
      let pause = Task { [queue, log] in
        try await queue.sleep(for: 2)
        log.withValue { $0.append(2) }
      }
      await queue.advance(by: 3)
      #expect(log.value == [1, 2, 3])
      try await pause.value
    }
  }

  private func append(_ number: Int, after stride: MainQueue.Stride) {
    queue.schedule(after: queue.now.advanced(by: stride)) { [log] in
      log.withValue { $0.append(number) }
    }
  }
}
