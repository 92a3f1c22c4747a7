import ComposableArchitecture
import Dispatch
import Testing

private enum CancelID {
  case work
}

@Reducer
private struct Work {
  struct State: Equatable {}

  enum Action {
    case start(LockIsolated<Bool>)
  }

  var body: some ReducerOf<Self> {
    Reduce { _, action in
      guard case .start(let isOver) = action
      else { return .none }
      return .run { _ in
        try? await Task.never()
        isOver.setValue(true)
      }
      .cancellable(id: CancelID.work)
    }
  }
}

@MainActor
@Suite("Canceling from outside of effects")
struct CancelEverywhereTests {
  private let stores = [
    Store(initialState: Work.State()) { Work() }, Store(initialState: Work.State()) { Work() },
  ]

  private let isOver = LockIsolated(false)

  @Test("EFF-08 Task.cancel outside of an effect cancels the id in every store")
  func everyStore() async {
    let tasks = stores.map { $0.send(.start(isOver)) }
    Task.cancel(id: CancelID.work)
    for task in tasks { await task.finish() }
    // Work that is started later runs again.
    let again = stores[0].send(.start(isOver))
    Task.cancel(id: CancelID.work)
    await again.finish()
  }

  @Test("EFF-08 Task.cancel in a test leaves the stores of other tests alone")
  func otherTests() async {
    await withMainSerialExecutor {
      let store = UncheckedSendable(stores[0])
      // Work started by a queue belongs to no known test.
      let task = await withCheckedContinuation { continuation in
        DispatchQueue.main.async { [isOver] in
          continuation.resume(
            returning: MainActor.assumeIsolated { store.value.send(.start(isOver)) })
        }
      }
      let own = stores[1].send(.start(LockIsolated(false)))
      Task.cancel(id: CancelID.work)
      await own.finish()
      await Task.megaYield()
      #expect(!isOver.value)
      task.cancel()
      await task.finish()
      #expect(isOver.value)
    }
  }
}
