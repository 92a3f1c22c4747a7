import ComposableArchitecture
import ComposableTerminal
import TerminalUI

@Reducer
struct Gallery: Sendable {
  enum Tab: Int, CaseIterable, Sendable {
    case memos, transcript, bars

    var title: String {
      switch self {
      case .memos: "Memos"
      case .transcript: "Transcript"
      case .bars: "Bars"
      }
    }
  }

  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Never>?
    var filter: TextFieldState?
    var isPlaying = false
    var list = ListState(selection: 0)
    var tab: Tab
    var ticks = 0

    init(tab: Tab = .memos) {
      self.tab = tab
    }

    var word: Int { ticks % Gallery.words.count }
  }

  enum Action: BindableAction {
    case alert(PresentationAction<Never>)
    case binding(BindingAction<State>)
    case deleteButtonTapped
    case filterButtonTapped
    case filterChanged(TextFieldState)
    case filterEnded
    case playButtonTapped
    case tabSelected(Tab)
    case ticked
  }

  private enum CancelID { case play }

  static let count = 100_000
  static let words = (0..<60).flatMap { _ in
    "The quick brown fox jumps over the lazy dog, 敏捷的棕色狐狸跳过懒狗 — naïve café 👩‍🚀 🇪🇺".split(
      separator: " ")
  }

  @Dependency(\.continuousClock) var clock

  init() {}

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .alert, .binding:
        return .none

      case .deleteButtonTapped:
        state.alert = .message("Delete this memo?", "These are sample memos. Nothing is deleted.")
        return .none

      case .filterButtonTapped:
        state.filter = TextFieldState()
        return .none

      case .filterChanged(let filter):
        state.filter = filter
        return .none

      case .filterEnded:
        state.filter = nil
        return .none

      case .playButtonTapped:
        state.isPlaying.toggle()
        guard state.isPlaying
        else { return .cancel(id: CancelID.play) }
        return .run { send in
          for await _ in clock.timer(interval: .milliseconds(200)) { await send(.ticked) }
        }
        .cancellable(id: CancelID.play)

      case .tabSelected(let tab):
        state.tab = tab
        state.filter = nil
        return .none

      case .ticked:
        state.ticks += 1
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}
