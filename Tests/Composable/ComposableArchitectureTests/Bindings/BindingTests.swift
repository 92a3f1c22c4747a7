import ComposableArchitecture
import Testing

@MainActor
@Suite("Bindings")
struct BindingTests {
  @Test("RED-19 ALT-08 a binding action sets the property before the rest of the body runs")
  func sets() async {
    let store = TestStore(initialState: LibraryForm.State(title: "First")) { LibraryForm() }
    await store.send(.binding(.set(\.isStarred, true))) {
      $0.isStarred = true
      $0.starredCount = 1
    }
    await store.send(.set(\.title, "Second")) { $0.title = "Second" }
    await store.send(\.binding.title, "Third") { $0.title = "Third" }
    await store.send(\.binding.isStarred, false) {
      $0.isStarred = false
      $0.starredCount = 0
    }
  }

  @Test("RED-29 ALT-06 a property of the store is read and set")
  func storeProperty() {
    let store = Store(initialState: LibraryForm.State(title: "First")) { LibraryForm() }
    store.title = "Second"
    #expect(store.title == "Second")
    store.isStarred.toggle()
    #expect(store.starredCount == 1)
  }

  @Test("RED-29 setting a property that no BindingReducer sets is reported")
  func unhandled() {
    let log = TestStoreIssues()
    withIssueReporters([log]) {
      let store = Store(initialState: LibraryForm.State(title: "First")) {
        EmptyReducer<LibraryForm.State, LibraryForm.Action>()
      }
      store.title = "Second"
      #expect(store.title == "First")
    }
    #expect(log.messages.count == 1)
    #expect(log.messages.first?.contains("\\LibraryForm.State.title\n") == true)
    #expect(log.messages.first?.contains("BindingReducer()") == true)
  }

  @Test("RED-32 ALT-08 the binding actions of a case are carried out")
  func viewAction() async {
    let store = TestStore(initialState: Screen.State()) { Screen() }
    await store.send(.view(.set(\.text, "a"))) {
      $0.text = "a"
      $0.changes = 1
      $0.history = [">a"]
    }
    await store.send(\.view.binding.text, "b") {
      $0.text = "b"
      $0.changes = 2
      $0.history = [">a", "a>b"]
    }
    await store.send(.view(.binding(.set(\.text, "b")))) { $0.changes = 3 }
    let live = Store(initialState: Screen.State()) { Screen() }
    live.text = "c"
    #expect(live.text == "c")
    #expect(live.changes == 1)
  }

  @Test("RED-19 an action that keeps its binding elsewhere, or has no case paths, works as well")
  func byHand() {
    let store = Store(initialState: 1) { BindingReducer<Int, Manual, Manual>() }
    store.send(.set(\.self, 5))
    #expect(store.state == 5)
    store.send(.other)
    #expect(store.state == 5)
    let bare = Store(initialState: 1) { BindingReducer<Int, Bare, Bare>() }
    bare.send(.set(\.self, 6))
    #expect(bare.state == 6)
    let closure = Store(initialState: 1) {
      BindingReducer<Int, Int?, Bare>(action: { $0.map { .binding(.set(\.self, $0)) } })
    }
    closure.send(8)
    closure.send(nil)
    #expect(closure.state == 8)
  }
}

@Reducer
private struct Screen {
  @ObservableState
  struct State: Equatable {
    var changes = 0
    var history: [String] = []
    var text = ""
  }

  enum Action: ViewAction {
    case view(View)

    @CasePathable
    enum View: BindableAction {
      case binding(BindingAction<State>)
    }
  }

  var body: some ReducerOf<Self> {
    BindingReducer(action: \.view)
      .onChange(of: \.text) { old, new in
        Reduce { state, _ in
          state.history.append("\(old)>\(new)")
          return .none
        }
      }
    Reduce { state, action in
      if case .view(.binding(\.text)) = action { state.changes += 1 }
      return .none
    }
  }
}

/// Keeps its binding action elsewhere than in a case of that name.
private enum Manual: BindableAction {
  case other
  case view(BindingAction<Int>)

  static func binding(_ action: BindingAction<Int>) -> Self { .view(action) }

  var binding: BindingAction<Int>? {
    if case .view(let action) = self { action } else { nil }
  }
}

/// Has a case with that name, and no case paths.
private enum Bare: BindableAction {
  case binding(BindingAction<Int>)
}
