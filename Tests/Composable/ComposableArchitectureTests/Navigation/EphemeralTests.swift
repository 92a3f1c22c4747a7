import ComposableArchitecture
import Testing

/// Temporary state that can be answered, other than an alert.
private struct Toast: Equatable, Identifiable, _EphemeralState {
  enum Action: Equatable {
    case undoButtonTapped
  }

  var id: Int
}

@Reducer
private struct Editor {
  @Reducer
  enum Destination {
    @ReducerCaseEphemeral case toast(Toast)
    case form(LibraryForm)
  }

  @ObservableState
  struct State: Equatable {
    @Presents var destination: Destination.State?
    @Presents var toast: Toast?
    var undone = 0
  }

  enum Action {
    case destination(PresentationAction<Destination.Action>)
    case toast(PresentationAction<Toast.Action>)
  }

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .destination(.presented(.toast(.undoButtonTapped))):
        state.undone += 1
        state.destination = .form(LibraryForm.State(title: "Undone"))
        return .none

      case .toast(.presented(.undoButtonTapped)):
        state.undone += 1
        return .none

      case .destination, .toast:
        return .none
      }
    }
    .ifLet(\.$destination, action: \.destination)
    .ifLet(\.$toast, action: \.toast)
  }
}

extension Editor.Destination.State: Equatable {}

@MainActor
@Suite("State that an answer ends")
struct EphemeralTests {
  @Test("RED-10 custom alert state is cleared by its answer")
  func custom() async {
    let store = TestStore(initialState: Editor.State(toast: Toast(id: 1))) { Editor() }
    await store.send(\.toast, .presented(.undoButtonTapped)) {
      $0.toast = nil
      $0.undone = 1
    }
  }

  @Test("RED-10 a presentation by the parent in response stays")
  func replaced() async {
    let store = TestStore(
      initialState: Editor.State(destination: .toast(Toast(id: 1)))
    ) {
      Editor()
    }
    await store.send(.destination(.presented(.toast(.undoButtonTapped)))) {
      $0.destination = .form(LibraryForm.State(title: "Undone"))
      $0.undone = 1
    }
  }
}
