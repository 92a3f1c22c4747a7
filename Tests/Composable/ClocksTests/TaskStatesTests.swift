@testable import Clocks
import ConcurrencyExtras
import Foundation
import Testing

extension ClocksTests {
  /// The states in the table "Where a task may be" of the module's page. Each test runs in its own
  /// process, as in ``Parallel``.
  @Suite("Where a task may be when a clock advances")
  struct TaskStates {
    @Test("Global executor: ready, behind jobs that run")
    func globalReady() async {
      await #expect(processExitsWith: .success) {
        let isDone = await isDoneAfterAdvance {
          await withTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { keepBusy() } }
          }
        }
        #expect(isDone)
      }
    }

    @Test("Global executor: more jobs than a clock runs itself")
    func globalManyJobs() async {
      await #expect(processExitsWith: .success) {
        let isDone = await isDoneAfterAdvance {
          await withTaskGroup(of: Void.self) { group in
            for _ in 0..<2_000 { group.addTask {} }
          }
        }
        #expect(isDone)
      }
    }

    @Test("Global executor: moving to the main actor and back")
    func globalMoves() async {
      await #expect(processExitsWith: .success) {
        let isDone = await isDoneAfterAdvance {
          for _ in 0..<roundCount { await MainActor.run {} }
        }
        #expect(isDone)
      }
    }

    @Test("Global executor: yielding")
    func globalYields() async {
      await #expect(processExitsWith: .success) {
        let isDone = await isDoneAfterAdvance {
          for _ in 0..<roundCount { await Task.yield() }
        }
        #expect(isDone)
      }
    }

    @Test("Main actor: ready, behind a job that runs")
    func mainActorReady() async {
      await #expect(processExitsWith: .success) {
        let isDone = await isDoneAfterAdvance {
          Task { @MainActor in keepBusy() }
          await MainActor.run {}
        }
        #expect(isDone)
      }
    }

    @Test("Main actor: moving to a custom executor and back")
    func mainActorMoves() async {
      await #expect(processExitsWith: .success) {
        let isDone = await isDoneAfterAdvance { await playOnMainActor(with: Player()) }
        #expect(isDone)
      }
    }

    @Test("Custom executor: ready, behind a job that runs")
    func customExecutorReady() async {
      await #expect(processExitsWith: .success) {
        let isDone = await isDoneAfterAdvance {
          let player = Player()
          Task { await player.hold() }
          await player.hit()
        }
        #expect(isDone)
      }
    }

    @Test("Custom executor: moving to another one and back")
    func customExecutorMoves() async {
      await #expect(processExitsWith: .success) {
        let isDone = await isDoneAfterAdvance { await Player().play(with: Player()) }
        #expect(isDone)
      }
    }

    @Test("Custom executor: resumed on the task's preferred executor")
    func taskExecutorReady() async {
      await #expect(processExitsWith: .success) {
        let isDone = await isDoneAfterAdvance(on: QueueTaskExecutor()) { keepBusy() }
        #expect(isDone)
      }
    }

    @Test("Custom executor that runs nothing until the test continues: not waited for")
    func taskExecutorHoldsJobs() async {
      await #expect(processExitsWith: .success) {
        let clock = TestClock()
        let executor = HoldingExecutor()
        let isDone = LockIsolated(false)
        Task(executorPreference: executor) {
          try await clock.sleep(for: .seconds(1))
          isDone.setValue(true)
        }
        while clock.sleeperCount < 1 {
          executor.runJobs()
          await Task.yield()
        }
        await clock.advance(by: .seconds(1))
        #expect(!isDone.value)
        executor.runJobs()
        #expect(isDone.value)
      }
    }

    @Test("Detached thread: just created")
    func threadCreated() async {
      await #expect(processExitsWith: .success) {
        let isDone = await isDoneAfterAdvance {
          await withCheckedContinuation { continuation in
            Thread {
              keepBusy()
              continuation.resume()
            }
            .start()
          }
        }
        #expect(isDone)
      }
    }

    @Test("Detached thread: moving to another one and back")
    func threadMoves() async {
      await #expect(processExitsWith: .success) {
        let isDone = await isDoneAfterAdvance {
          await withCheckedContinuation { continuation in
            playOnThreads { continuation.resume() }
          }
        }
        #expect(isDone)
      }
    }

    @Test("Main serial executor: moving to a detached thread and back")
    func serialExecutorMoves() async {
      await #expect(processExitsWith: .success) {
        await withMainSerialExecutor {
          let isDone = await isDoneAfterAdvance {
            for _ in 0..<100 {
              await withCheckedContinuation { continuation in
                Thread { Task { @MainActor in continuation.resume() } }.start()
              }
            }
          }
          #expect(isDone)
        }
      }
    }

    @Test("Anywhere: waiting for something from outside isn't waited for")
    func waitsForOutside() async {
      await #expect(processExitsWith: .success) {
        let (events, event) = AsyncStream.makeStream(of: Void.self)
        let isDone = await isDoneAfterAdvance { for await _ in events {} }
        #expect(!isDone)
        event.finish()
      }
    }
  }
}

/// Returns whether a task that sleeps on a clock and then works has finished when the clock has been
/// advanced.
private func isDoneAfterAdvance(
  on executor: (any TaskExecutor)? = nil, work: @escaping @Sendable () async -> Void
) async -> Bool {
  let clock = TestClock()
  let isDone = LockIsolated(false)
  Task(executorPreference: executor) {
    try await clock.sleep(for: .seconds(1))
    await work()
    isDone.setValue(true)
  }
  while clock.sleeperCount < 1 { await Task.yield() }
  await IdleWait.$limit.withValue(.seconds(60)) { await clock.advance(by: .seconds(1)) }
  return isDone.value
}

/// Keeps the thread busy for some time.
private func keepBusy() {
  let end = ContinuousClock.now + .milliseconds(5)
  while ContinuousClock.now < end {}
}

private let roundCount = 1_000

/// An actor with its own dispatch queue. Jobs for it are not counted.
private actor Player {
  nonisolated private let executor = QueueExecutor()
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  func hit() {}

  func hold() { keepBusy() }

  func play(with other: Player) async {
    for _ in 0..<roundCount { await other.hit() }
  }
}

@MainActor
private func playOnMainActor(with other: Player) async {
  for _ in 0..<roundCount { await other.hit() }
}

private func playOnThreads(whenDone: @escaping @Sendable () -> Void) {
  let ping = DispatchSemaphore(value: 0)
  let pong = DispatchSemaphore(value: 0)
  Thread {
    for _ in 0..<roundCount {
      ping.wait()
      pong.signal()
    }
  }
  .start()
  Thread {
    for _ in 0..<roundCount {
      ping.signal()
      pong.wait()
    }
    whenDone()
  }
  .start()
}

private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "QueueExecutor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}

private final class QueueTaskExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "QueueTaskExecutor")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

/// Runs its jobs when the test calls ``runJobs()``.
private final class HoldingExecutor: TaskExecutor {
  private let jobs = LockIsolated<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withValue { $0.append(job) }
  }

  func runJobs() {
    while let job = jobs.withValue({ $0.isEmpty ? nil : $0.removeFirst() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
