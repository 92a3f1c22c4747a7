import ComposableArchitecture
import Testing

@MainActor
@Suite("Enums of features whose actions cannot exist")
struct UninhabitedFeaturesTests {
  @Test("RED-08 features without actions, and alerts that nothing answers, are presented")
  func presented() {
    let store = Store(initialState: Presenter.State()) { Presenter() }
    store.send(.showButtonTapped)
    #expect(store.destination == .silent(Silent.State(number: 3)))
    store.send(.alertButtonTapped)
    #expect(store.destination?.is(\.alert) == true)
    store.send(.destination(.dismiss))
    #expect(store.destination == nil)
  }

  @Test("RED-27 their stores, and their data, are switched over")
  func scoped() {
    let store = Store(initialState: .silent(Silent.State(number: 1))) { Destination.body }
    guard case .silent(let silent) = store.case
    else {
      Issue.record("Another case")
      return
    }
    #expect(silent.number == 1)
    #expect(Array(Destination.Action.allCasePaths) == [\.alert, \.never, \.silent])
  }

  @Test("RED-14 the identity of a case without a feature differs from the others'")
  func identity() {
    var state = Destination.State.silent(Silent.State(number: 1))
    let identity = state._$id
    #expect(state._$id == identity)
    state._$willModify()
    #expect(state._$id != identity)
  }

  @Test("RED-08 an enum whose cases are all compiled out is empty")
  func conditional() {
    #expect(Array(Conditional.State.allCasePaths).isEmpty)
    #expect(Array(Conditional.Action.allCasePaths).isEmpty)
  }
}

@Reducer
private struct Silent {
  @ObservableState
  struct State: Equatable {
    var number = 0
  }

  enum Action {}
}

@Reducer
private enum Destination {
  case alert(AlertState<Never>)
  case never(Never)
  case silent(Silent)
}

extension Destination.State: Equatable {}

@Reducer
private enum Conditional {
  #if NO_SUCH_CONDITION
    case silent(Silent)
  #endif
}

@Reducer
private struct Presenter {
  @ObservableState
  struct State {
    @Presents var destination: Destination.State?
  }

  enum Action {
    case alertButtonTapped
    case destination(PresentationAction<Destination.Action>)
    case showButtonTapped
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alertButtonTapped:
        state.destination = .alert(AlertState { TextState("Done") })
        return .none

      case .destination:
        return .none

      case .showButtonTapped:
        state.destination = .silent(Silent.State(number: 3))
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
  }
}
