public import ComposableArchitecture
public import TerminalUI

/// A searchable list of commands and their keys: see ``CommandSheet``.
@Reducer
public struct CommandPrompt: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public enum Purpose: Equatable, Sendable {
      case choice
      case help
    }

    public var field = TextFieldState()
    /// In the help, keys move through the list until the user searches.
    public var isSearching: Bool
    public var list: ListState
    public let purpose: Purpose

    public init(_ purpose: Purpose) {
      isSearching = purpose == .choice
      list = Self.beginning(purpose)
      self.purpose = purpose
    }

    fileprivate static func beginning(_ purpose: Purpose) -> ListState {
      ListState(selection: purpose == .choice ? 0 : nil)
    }
  }

  public enum Action: BindableAction, Equatable, Sendable {
    case binding(BindingAction<State>)
    case fieldChanged(TextFieldState)
    case searchButtonTapped
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .binding:
        return .none

      case .fieldChanged(let field):
        if field.text != state.field.text { state.list = State.beginning(state.purpose) }
        state.field = field
        return .none

      case .searchButtonTapped:
        state.isSearching = true
        return .none
      }
    }
  }
}
