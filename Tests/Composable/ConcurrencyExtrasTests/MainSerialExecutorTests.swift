import ConcurrencyExtras
import Testing

// All tests of the executor, one at a time, since it affects the whole process. Other modules'
// suites may enable it in parallel, so behavior without it is tested by `SerialExecutorAloneTests`
// in a separate process.
@Suite("Main serial executor", .serialized)
@MainActor
struct MainSerialExecutorTests {
  @Test("TST-31 Unstructured tasks run in the order of their creation")
  func order() async {
    await withMainSerialExecutor {
      let order = LockIsolated<[Int]>([])
      var tasks: [Task<Void, Never>] = []
      for index in 0..<1_000 {
        tasks.append(Task.detached { order.withValue { $0.append(index) } })
      }
      for task in tasks { await task.value }
      #expect(order.value == Array(0..<1_000))
    }
  }

  @Test("TST-31 Tasks take turns at each suspension")
  func turns() async {
    await withMainSerialExecutor {
      let log = LockIsolated<[String]>([])
      await withTaskGroup(of: Void.self) { group in
        for name in ["a", "b", "c"] {
          group.addTask {
            for step in 1...3 {
              log.withValue { $0.append("\(name)\(step)") }
              await Task.yield()
            }
          }
        }
      }
      #expect(log.value == ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"])
    }
  }

  @Test("One yield lets every task that is ready run to its next suspension")
  func yield() async {
    await withMainSerialExecutor {
      let count = LockIsolated(0)
      for _ in 0..<100 {
        Task.detached { count.withValue { $0 += 1 } }
      }
      await Task.yield()
      #expect(count.value == 100)
    }
  }

  @Test("megaYield lets tasks that are ready run")
  func megaYield() async {
    await withMainSerialExecutor {
      let steps = LockIsolated(0)
      let task = Task {
        for _ in 0..<10 {
          await Task.yield()
          steps.withValue { $0 += 1 }
        }
      }
      await Task.megaYield()
      #expect(steps.value == 10)
      await task.value
    }
  }
}
