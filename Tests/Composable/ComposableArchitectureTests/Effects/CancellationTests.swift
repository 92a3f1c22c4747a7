import ComposableArchitecture
import Testing

@MainActor
struct CancellationTests {
  let ends = LockIsolated<[String]>([])

  func makeWorker() -> StoreOf<Worker> {
    Store(initialState: Worker.State()) {
      Worker()
    } withDependencies: {
      $0.ends = ends
    }
  }

  func makeWorkplace(_ state: Workplace.State = Workplace.State()) -> StoreOf<Workplace> {
    Store(initialState: state) {
      Workplace()
    } withDependencies: {
      $0.ends = ends
    }
  }

  @Test("EFF-07 EFF-08 EFF-11 an effect is canceled by its id, and its later actions are dropped")
  func cancel() async {
    let store = makeWorker()
    let task = store.send(.start("a"))
    store.send(.stop("a"))
    await task.finish()
    #expect(ends.value == ["a"])
    #expect(store.received == 0)
  }

  @Test("EFF-08 other ids are left alone")
  func otherID() async {
    await withMainSerialExecutor {
      let store = makeWorker()
      let task = store.send(.start("a"))
      store.send(.stop("b"))
      await Task.megaYield()
      #expect(ends.value == [])
      task.cancel()
      await task.finish()
      #expect(ends.value == ["a"])
    }
  }

  @Test("EFF-07 cancelInFlight cancels the effect with the id before it starts again")
  func cancelInFlight() async {
    let store = makeWorker()
    let first = store.send(.start("a", cancelInFlight: true))
    let second = store.send(.start("a", cancelInFlight: true))
    await first.finish()
    #expect(ends.value == ["a"])
    #expect(!second.isCancelled)
    second.cancel()
    await second.finish()
    #expect(ends.value == ["a", "a"])
  }

  @Test("EFF-07 without cancelInFlight all that runs under the id is canceled together")
  func several() async {
    let store = makeWorker()
    let first = store.send(.start("a"))
    let second = store.send(.start("a"))
    store.send(.stop("a"))
    await first.finish()
    await second.finish()
    #expect(ends.value == ["a", "a"])
  }

  @Test("EFF-08 an effect cancels by id with Task.cancel")
  func cancelFromEffect() async {
    let store = makeWorker()
    let task = store.send(.start("a"))
    await store.send(.stopFromEffect("a")).finish()
    await task.finish()
    #expect(ends.value == ["a"])
  }

  @Test("EFF-07 withTaskCancellation makes a part of an effect cancelable")
  func withTaskCancellationInEffect() async {
    let store = makeWorker()
    let task = store.send(
      .work { send in
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            try? await withTaskCancellation(id: "part", cancelInFlight: true) {
              try await Task.never()
            }
            await send(.ended("part"))
          }
        }
        await send(.ended("all"))
      })
    while store.ended.isEmpty {
      store.send(.stop("part"))
      await Task.yield()
    }
    await task.finish()
    #expect(store.ended == ["part", "all"])
  }

  @Test("EFF-07 withTaskCancellation returns its operation's result and rethrows its errors")
  func withTaskCancellationResult() async throws {
    #expect(await withTaskCancellation(id: 1) { 42 } == 42)
    await #expect(throws: CancellationError.self) {
      try await withTaskCancellation(id: 1) { throw CancellationError() }
    }
  }

  @Test("EFF-08 ids of two stores have nothing to do with each other")
  func twoStores() async {
    await withMainSerialExecutor {
      let store = makeWorker()
      let other = makeWorker()
      let task = store.send(.start("a"))
      other.send(.stop("a"))
      await Task.megaYield()
      #expect(ends.value == [])
      task.cancel()
      await task.finish()
    }
  }

  @Test("EFF-09 canceling a concatenation skips effects that have not started")
  func concatenation() async {
    let store = Store(initialState: [String]()) {
      Reduce<[String], String> { state, action in
        switch action {
        case "start":
          return .concatenate(
            .run { _ in try? await Task.never() },
            .send("late")
          )
          .cancellable(id: "all")
        case "stop":
          return .cancel(id: "all")
        default:
          state.append(action)
          return .none
        }
      }
    }
    let task = store.send("start")
    store.send("stop")
    await task.finish()
    #expect(store.state == [])
  }

  @Test("RED-22 a store's task cancels its effects, and waits for them")
  func storeTask() async {
    let store = makeWorker()
    let task = store.send(.startUncancellable)
    #expect(!task.isCancelled)
    task.cancel()
    await task.finish()
    #expect(task.isCancelled)
    #expect(ends.value == ["uncancellable"])
  }

  @Test("RED-22 canceling a task that awaits a store's task cancels its effects")
  func cancelFinish() async {
    let store = makeWorker()
    let waiting = Task { await store.send(.startUncancellable).finish() }
    waiting.cancel()
    await waiting.value
    #expect(ends.value == ["uncancellable"])
  }

  @Test("EFF-18 the effects of a store that is released are canceled")
  func releasedStore() async {
    var store: StoreOf<Worker>? = makeWorker()
    let task = store?.send(.startUncancellable)
    weak let released = store
    store = nil
    #expect(released == nil)
    await task?.finish()
    #expect(ends.value == ["uncancellable"])
  }
}
