public import ComposableArchitecture
import SharedSettings
public import TerminalUI

@Reducer
public struct VocabularyEditor: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var field = TextFieldState()
    public var list = ListState()
    @Shared public var words: [String]

    public init(words: Shared<[String]>) {
      _words = words
    }
  }

  public enum Action: BindableAction, Equatable, Sendable {
    case addButtonTapped
    case binding(BindingAction<State>)
    case delegate(Delegate)
    case doneButtonTapped
    case pasted(String)
    case removeButtonTapped

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case changed
    }
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .addButtonTapped:
        let text = state.field.text
        state.field = TextFieldState()
        return add(text, &state)

      case .binding, .delegate:
        return .none

      case .doneButtonTapped:
        return .run { _ in await dismiss() }

      case .pasted(let text):
        // A pasted list is added at once; a single word goes into the field.
        guard text.contains(where: { $0 == "," || $0.isNewline })
        else {
          state.field.insert(text)
          return .none
        }
        return add(text, &state)

      case .removeButtonTapped:
        guard let index = state.list.selection, state.words.indices.contains(index)
        else { return .none }
        state.$words.withLock { _ = $0.remove(at: index) }
        state.list.selection =
          state.words.isEmpty ? nil : min(index, state.words.count - 1)
        return .send(.delegate(.changed))
      }
    }
  }

  private func add(_ text: String, _ state: inout State) -> Effect<Action> {
    let before = state.words
    let after = Settings(vocabulary: before + [text]).vocabulary
    guard after != before
    else { return .none }
    state.$words.withLock { $0 = after }
    state.list.move(.last, count: after.count)
    return .send(.delegate(.changed))
  }
}
