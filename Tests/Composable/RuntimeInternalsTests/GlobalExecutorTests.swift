import ConcurrencyExtras
import RuntimeInternals
import Testing

struct GlobalExecutorTests {
  private let log = LockIsolated<[String]>([])

  @Test("Tasks resumed by an operation, and their child tasks, have run when it returns")
  func runUntilIdle() {
    let thread = ThreadLocal<LockIsolated<[String]>>()
    let isDone = thread.withValue(log) {
      GlobalExecutor.runUntilIdle {
        Task.detached { [log] in
          #expect(thread.value === log, "The task runs on another thread.")
          await withTaskGroup { group in
            for index in 0..<3 {
              group.addTask { log.withValue { $0.append("\(index)") } }
            }
          }
          await withCheckedContinuation { $0.resume() }
          log.withValue { $0.append("end") }
        }
      }
    }
    #expect(isDone)
    #expect(log.value == ["0", "1", "2", "end"])
  }

  @Test("Running tasks until idle can be nested")
  func nested() {
    let isDone = GlobalExecutor.runUntilIdle {
      Task.detached { [log] in
        let isDone = GlobalExecutor.runUntilIdle {
          Task.detached { log.withValue { $0.append("inner") } }
        }
        #expect(isDone)
        log.withValue { $0.append("outer") }
      }
    }
    #expect(isDone)
    #expect(log.value == ["inner", "outer"])
  }

  @Test("A task with endless jobs continues elsewhere")
  func limit() async {
    let (tasks, started) = AsyncStream<Task<Void, Never>>.makeStream()
    let isDone = GlobalExecutor.runUntilIdle {
      started.yield(
        Task.detached { [log] in
          while log.value.isEmpty { await Task.detached {}.value }
        })
    }
    #expect(!isDone)
    log.withValue { $0.append("over") }
    started.finish()
    for await task in tasks { await task.value }
  }

  @Test("Jobs are counted")
  func count() async {
    let before = GlobalExecutor.jobCount
    await Task.detached {}.value
    #expect(GlobalExecutor.jobCount > before)
  }

  @Test("Yielding is one job, as code that subtracts it assumes")
  func countOfYield() async {
    // In a separate process, which runs almost nothing else.
    await #expect(processExitsWith: .success) {
      await Task.detached {
        let before = GlobalExecutor.jobCount
        for _ in 0..<1_000 { await Task.yield() }
        // A job is counted after it is handed over: of each thread one may not be counted yet.
        let count = GlobalExecutor.jobCount - before
        #expect((950...1_050).contains(count), "\(count)")
      }.value
    }
  }
}
