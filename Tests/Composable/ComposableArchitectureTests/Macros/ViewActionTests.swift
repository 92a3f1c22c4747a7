import ComposableArchitecture
import Testing

@MainActor
@Suite("@ViewAction")
struct ViewActionTests {
  @Test("RED-32 a view sends its actions without naming them as the view's")
  func send() async {
    let screen = Screen(store: Store(initialState: Feature.State()) { Feature() })
    screen.tap()
    #expect(screen.store.log == ["tapped"])
    await screen.send(.moved(to: 3)).finish()
    screen.send(.tapped, animation: .default)
    #expect(screen.store.log == ["tapped", "moved to 3", "loaded", "tapped"])
  }
}

@Reducer
private struct Feature {
  @ObservableState
  struct State {
    var log: [String] = []
  }

  enum Action: ViewAction {
    case loaded
    case view(View)

    @CasePathable
    enum View {
      case moved(to: Int)
      case tapped
    }
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .loaded:
        state.log.append("loaded")
        return .none

      case .view(.moved(let place)):
        state.log.append("moved to \(place)")
        return .send(.loaded)

      case .view(.tapped):
        state.log.append("tapped")
        return .none
      }
    }
  }
}

@MainActor
@ViewAction(for: Feature.self)
private struct Screen {
  let store: StoreOf<Feature>

  func tap() {
    send(.tapped)
  }
}
