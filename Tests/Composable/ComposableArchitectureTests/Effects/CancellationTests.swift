import ComposableArchitecture
import Testing

/// A feature with work that runs until it is canceled.
@Reducer
private struct Worker {
  @ObservableState
  struct State: Equatable, Identifiable {
    var id = 0
    var ended: [String] = []
    var received = 0
  }

  enum Action: Sendable {
    case ended(String)
    case received
    case start(String, cancelInFlight: Bool = false)
    case startUncancellable
    case stop(String)
    case stopFromEffect(String)
    case work(@Sendable (Send<Action>) async -> Void)
  }

  @Dependency(\.ends) var ends

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .ended(let name):
        state.ended.append(name)
        return .none

      case .received:
        state.received += 1
        return .none

      case .start(let name, let cancelInFlight):
        return forever(name).cancellable(id: name, cancelInFlight: cancelInFlight)

      case .startUncancellable:
        return forever("uncancellable")

      case .stop(let name):
        return .cancel(id: name)

      case .stopFromEffect(let name):
        return .run { _ in Task.cancel(id: name) }

      case .work(let work):
        return .run { send in await work(send) }
      }
    }
  }

  private func forever(_ name: String) -> Effect<Action> {
    .run { [ends] send in
      try? await Task.never()
      ends.withValue { $0.append(name) }
      await send(.received)
    }
  }
}

/// The finished work.
private enum EndsKey: DependencyKey {
  static var liveValue: LockIsolated<[String]> { LockIsolated([]) }
  static var testValue: LockIsolated<[String]> { LockIsolated([]) }
}

extension DependencyValues {
  fileprivate var ends: LockIsolated<[String]> {
    get { self[EndsKey.self] }
    set { self[EndsKey.self] = newValue }
  }
}

@Reducer
private struct Office {
  @ObservableState
  struct State: Equatable {
    var left = Worker.State()
    var optional: Worker.State?
    var room = Room.empty
    var staff: IdentifiedArrayOf<Worker.State> = []
  }

  @CasePathable
  @ObservableState
  enum Room: Equatable {
    case empty
    case taken(Worker.State)
  }

  enum Action {
    case change(@Sendable (inout State) -> Void)
    case left(Worker.Action)
    case optional(Worker.Action)
    case room(RoomAction)
    case staff(IdentifiedActionOf<Worker>)
    case stop(String)
  }

  @CasePathable
  enum RoomAction {
    case leave
    case taken(Worker.Action)
  }

  var body: some ReducerOf<Self> {
    Scope(\.left, action: \.left) { Worker() }
    Scope(\.room, action: \.room) {
      Reduce { state, action in
        if case .leave = action { state = .empty }
        return .none
      }
      .ifCaseLet(\.taken, action: \.taken) { Worker() }
    }
    Reduce { state, action in
      switch action {
      case .change(let change):
        change(&state)
        return .none
      case .stop(let name):
        return .cancel(id: name)
      default:
        return .none
      }
    }
    .ifLet(\.optional, action: \.optional) { Worker() }
    .forEach(\.staff, action: \.staff) { Worker() }
  }
}

@MainActor
struct CancellationTests {
  let ends = LockIsolated<[String]>([])

  private func makeWorker() -> StoreOf<Worker> {
    Store(initialState: Worker.State()) {
      Worker()
    } withDependencies: {
      $0.ends = ends
    }
  }

  private func makeOffice(_ state: Office.State = Office.State()) -> StoreOf<Office> {
    Store(initialState: state) {
      Office()
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
    #expect(try await withTaskCancellation(id: 1) { 42 } == 42)
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

  // MARK: - Children

  @Test("EFF-16 the effects of an optional child are canceled when it goes")
  func optionalGoes() async {
    let store = makeOffice(Office.State(optional: Worker.State()))
    let task = store.send(.optional(.startUncancellable))
    store.send(.change { $0.optional = nil })
    await task.finish()
    #expect(ends.value == ["uncancellable"])
  }

  @Test("EFF-16 the effects of an optional child are canceled when another takes its place")
  func optionalReplaced() async {
    let store = makeOffice(Office.State(optional: Worker.State(id: 1)))
    let task = store.send(.optional(.startUncancellable))
    store.send(.change { $0.optional = Worker.State(id: 2) })
    await task.finish()
    #expect(ends.value == ["uncancellable"])
  }

  @Test("EFF-16 the effects of a case's child are canceled when the state leaves the case")
  func caseGoes() async {
    let store = makeOffice(Office.State(room: .taken(Worker.State())))
    let task = store.send(.room(.taken(.startUncancellable)))
    store.send(.room(.leave))
    await task.finish()
    #expect(ends.value == ["uncancellable"])
  }

  @Test("EFF-16 removing a row cancels its effects, and no others")
  func rowGoes() async {
    await withMainSerialExecutor {
      let store = makeOffice(Office.State(staff: [Worker.State(id: 1), Worker.State(id: 2)]))
      let first = store.send(.staff(.element(id: 1, action: .start("first"))))
      let second = store.send(.staff(.element(id: 2, action: .start("second"))))
      store.send(.change { $0.staff.remove(id: 1) })
      await first.finish()
      await Task.megaYield()
      #expect(ends.value == ["first"])
      second.cancel()
      await second.finish()
      #expect(ends.value == ["first", "second"])
    }
  }

  @Test("EFF-15 rows that use the same id do not cancel each other's effects")
  func sameIDInRows() async {
    await withMainSerialExecutor {
      let store = makeOffice(Office.State(staff: [Worker.State(id: 1), Worker.State(id: 2)]))
      let first = store.send(.staff(.element(id: 1, action: .start("same"))))
      let second = store.send(.staff(.element(id: 2, action: .start("same", cancelInFlight: true))))
      await Task.megaYield()
      #expect(ends.value == [])
      store.send(.staff(.element(id: 1, action: .stop("same"))))
      await first.finish()
      #expect(ends.value == ["same"])
      second.cancel()
      await second.finish()
    }
  }

  @Test("EFF-15 a parent cancels its descendants' effects by id")
  func parentsID() async {
    await withMainSerialExecutor {
      let store = makeOffice(
        Office.State(optional: Worker.State(), staff: [Worker.State(id: 1), Worker.State(id: 2)]))
      store.send(.left(.start("same")))
      store.send(.optional(.start("same")))
      store.send(.staff(.element(id: 1, action: .start("same"))))
      let other = store.send(.staff(.element(id: 2, action: .start("other"))))
      store.send(.stop("same"))
      await Task.megaYield()
      #expect(ends.value == ["same", "same", "same"])
      other.cancel()
      await other.finish()
    }
  }

  @Test("EFF-15 a child does not cancel its parent's or siblings' effects by id")
  func childsID() async {
    await withMainSerialExecutor {
      let store = makeOffice(
        Office.State(optional: Worker.State(), staff: [Worker.State(id: 1)]))
      let scoped = store.send(.left(.start("same")))
      let row = store.send(.staff(.element(id: 1, action: .start("same"))))
      store.send(.optional(.stop("same")))
      await Task.megaYield()
      #expect(ends.value == [])
      scoped.cancel()
      await scoped.finish()
      row.cancel()
      await row.finish()
    }
  }

  @Test("EFF-15 work in an unstructured task outlives the child that started it")
  func unstructured() async {
    let store = makeOffice(Office.State(optional: Worker.State()))
    let (done, continuation) = AsyncStream<Bool>.makeStream()
    let task = store.send(
      .optional(
        .work { _ in
          Task {
            await Task.yield()
            continuation.yield(Task.isCancelled)
          }
          try? await Task.never()
        }))
    await Task.yield()
    var isCancelled = done.makeAsyncIterator()
    let first = await isCancelled.next()
    store.send(.change { $0.optional = nil })
    await task.finish()
    #expect(first == false)
  }
}
