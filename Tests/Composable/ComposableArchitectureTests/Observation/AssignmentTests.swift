import ComposableArchitecture
import Testing

/// A value that counts as the same for as long as its id is.
private struct Account: Equatable, Sendable {
  let id: Int
  var name: String

  static func == (lhs: Self, rhs: Self) -> Bool { lhs.id == rhs.id }
}

@Reducer
private struct Settings {
  @ObservableState
  struct State: Equatable {
    var account = Account(id: 1, name: "Blob")
  }

  enum Action: BindableAction, Sendable {
    case binding(BindingAction<State>)
    case rename(String)
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      if case .rename(let name) = action { state.account = Account(id: 1, name: name) }
      return .none
    }
  }
}

@MainActor
@Suite("Assignments of values that are equal")
struct AssignmentTests {
  private let store = Store(initialState: Settings.State()) { Settings() }

  @Test(
    "RED-21 assigning an equal but not identical value stores it and notifies nobody")
  func equalValue() {
    let wakeUps = WakeUps { [store] in _ = store.account }
    store.send(.rename("Blob Jr."))
    #expect(store.account.name == "Blob Jr.")
    #expect(wakeUps.count == 0)
  }

  @Test("RED-19 so does a binding")
  func binding() {
    store.account = Account(id: 1, name: "Blob Sr.")
    #expect(store.account.name == "Blob Sr.")
  }
}
