import ComposableArchitecture
import Testing

/// A test store resumes as soon as all work started by its test is waiting.
@Suite("TestStore: settling")
@MainActor
struct SettlingTests {
  @Test("An effect with many steps on several executors is done when send returns")
  func manySteps() async {
    let steps = LockIsolated(0)
    let counter = StepCounter()
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { _, action in
        guard action == 0
        else { return .none }
        return .run { send in
          for _ in 0..<10 {
            await Task.yield()
            await counter.increment()
            await MainActor.run { steps.withValue { $0 += 1 } }
          }
          await withTaskGroup { group in
            for _ in 0..<10 {
              group.addTask {
                await Task.yield()
                steps.withValue { $0 += 1 }
              }
            }
          }
          await send(1)
        }
      }
    }
    await store.send(0)
    #expect(steps.value == 20)
    #expect(await counter.count == 10)
    await store.receive(1)
  }

  @Test("Tasks of the main actor that hand each other work finish, too")
  func mainActor() async {
    let (first, firstInput) = AsyncStream<Int>.makeStream()
    let (second, secondInput) = AsyncStream<Int>.makeStream()
    let values = LockIsolated<[Int]>([])
    let relay = Task { for await value in first { secondInput.yield(value + 1) } }
    let end = Task { for await value in second { values.withValue { $0.append(value) } } }
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state = action
        firstInput.yield(action)
        return .none
      }
    }
    await store.send(1) { $0 = 1 }
    #expect(values.value == [2])
    await store.send(2) { $0 = 2 }
    #expect(values.value == [2, 3])
    relay.cancel()
    end.cancel()
  }

  @Test("A task that yields forever blocks nothing")
  func busyTask() async {
    let isOver = LockIsolated(false)
    let task = Task.detached {
      while !isOver.value { await Task.yield() }
    }
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return action == 1 ? .run { await $0(2) } : .none
      }
    }
    await store.send(1) { $0 = 1 }
    await store.receive(2) { $0 = 3 }
    isOver.setValue(true)
    await task.value
  }

  @Test("An effect that waits for a thread is received when that answers")
  func otherThread() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        guard action == 1
        else { return .none }
        return .run { send in
          let answer = await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: 2) }
          }
          await send(answer)
        }
      }
    }
    await store.send(1) { $0 = 1 }
    await store.receive(2) { $0 = 3 }
    await store.finish()
  }

  @Test("A store that does not use the main serial executor settles, too")
  func otherExecutors() async {
    let store = TestStore(initialState: 0) {
      Reduce<Int, Int> { state, action in
        state += action
        return action == 1 ? .run { await $0(2) } : .none
      }
    }
    store.useMainSerialExecutor = false
    await store.send(1) { $0 = 1 }
    await store.receive(2) { $0 = 3 }
    await store.finish()
  }
}

private actor StepCounter {
  var count = 0

  func increment() { count += 1 }
}
