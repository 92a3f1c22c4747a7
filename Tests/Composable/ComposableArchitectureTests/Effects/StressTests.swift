import ComposableArchitecture
import Testing

/// Does a lot at the same time.
private struct Busy: Reducer {
  struct State: Equatable {
    var ticks = 0
    var laps = 0
  }

  enum Action: Sendable {
    case cancel(Int)
    case run(Int, ticks: Int)
    case runExclusively(Int)
    case lap
    case tick
  }

  /// Is in the hands of every effect.
  let witness: Witness

  func reduce(into state: inout State, action: Action) -> Effect<Action> {
    switch action {
    case .cancel(let id):
      return .cancel(id: id)

    case .run(let id, let ticks):
      return .run { [witness] send in
        for _ in 0..<ticks { await send(.tick) }
        withExtendedLifetime(witness) {}
      }
      .cancellable(id: id)

    case .runExclusively(let id):
      return .run { [witness] send in
        try await withTaskCancellation(id: id, cancelInFlight: true) {
          try await Task.sleep(for: .microseconds(100))
          await send(.lap)
        }
        withExtendedLifetime(witness) {}
      }

    case .lap:
      state.laps += 1
      return .none

    case .tick:
      state.ticks += 1
      return state.ticks.isMultiple(of: 10) ? .send(.lap) : .none
    }
  }
}

private final class Witness: Sendable {}

@MainActor
@Suite("Many effects at the same time")
struct StressTests {
  @Test("EFF-04 nothing that effects send is lost")
  func sends() async {
    let store = Store(initialState: Busy.State()) { Busy(witness: Witness()) }
    let tasks = (0..<200).map { store.send(.run($0, ticks: 25)) }
    for task in tasks { await task.finish() }
    #expect(store.withState { $0 } == Busy.State(ticks: 5000, laps: 500))
  }

  @Test("EFF-08 effects that are canceled while they end, begin and send leave nothing behind")
  func cancellations() async {
    weak var witness: Witness?
    weak var released: Store<Busy.State, Busy.Action>?
    do {
      let kept = Witness()
      witness = kept
      let store = Store(initialState: Busy.State()) { Busy(witness: kept) }
      released = store
      var tasks: [StoreTask] = []
      for number in 0..<300 {
        tasks.append(store.send(.run(number % 7, ticks: number % 5)))
        let exclusive = store.send(.runExclusively(number % 3))
        tasks.append(exclusive)
        if number.isMultiple(of: 4) { store.send(.cancel(number % 7)) }
        if number.isMultiple(of: 9) { cancel(tasks[number]) }
        if number.isMultiple(of: 10) { await Task.yield() }
      }
      for task in tasks { await task.finish() }
      let ticks = store.ticks
      for _ in 0..<20 { await Task.yield() }
      #expect(store.ticks == ticks)
    }
    #expect(released == nil)
    // The runtime releases an ended task a moment later.
    for _ in 0..<10_000 where witness != nil { await Task.yield() }
    #expect(witness == nil)
  }

  /// If waiting is impossible, the end is not awaited.
  private func cancel(_ task: StoreTask) {
    task.cancel()
  }
}
