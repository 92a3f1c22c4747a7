import ComposableArchitecture
import Testing

@Reducer
private struct Shop {
  @ObservableState
  struct State: Equatable {
    var shelves: [Shelf.State] = []
  }

  enum Action: Sendable {
    case change(@Sendable (inout State) -> Void)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .change(let change):
        change(&state)
        return .none
      }
    }
  }
}

@MainActor
@Suite("Children in a plain array")
struct PlainArrayTests {
  private let store = Store(
    initialState: Shop.State(shelves: [Shelf.State(height: 1), Shelf.State(height: 2)])
  ) {
    Shop()
  }

  @Test("RED-21 a child's change notifies observers of its property, not of the array")
  func element() {
    let count = WakeUps { [store] in _ = store.shelves.count }
    let first = WakeUps { [store] in _ = store.shelves[0].height }
    let second = WakeUps { [store] in _ = store.shelves[1].height }
    store.send(.change { $0.shelves[0].height += 1 })
    #expect(count.count == 0)
    #expect(first.count == 1)
    #expect(second.count == 0)
  }

  @Test(
    "RED-21 children that are added, removed, moved or replaced in place notify observers of the array"
  )
  func structure() {
    let count = WakeUps { [store] in _ = store.shelves.count }
    store.send(.change { $0.shelves.append(Shelf.State(height: 3)) })
    #expect(count.count == 1)
    store.send(.change { $0.shelves.swapAt(0, 1) })
    #expect(count.count == 2)
    store.send(.change { $0.shelves[0] = Shelf.State(height: 5) })
    #expect(count.count == 3)
    store.send(.change { $0.shelves.removeLast() })
    #expect(count.count == 4)
    store.send(.change { $0.shelves.removeAll { $0.height == 100 } })
    #expect(count.count == 4)
  }

  @Test("RED-21 restoring an array's saved copy notifies observers of the newer one")
  func undone() {
    let saved = store.shelves
    let height = WakeUps { [store] in _ = store.shelves[0].height }
    store.send(.change { $0.shelves[0].height = 7 })
    #expect(height.count == 1)
    store.send(.change { $0.shelves = saved })
    #expect(height.count == 2)
    store.send(.change { $0.shelves[0].height = 7 })
    #expect(height.count == 3)
    store.send(.change { state in { $0 = saved }(&state.shelves) })
    #expect(height.count == 4)
    #expect(store.shelves[0].height == 1)
  }
}
