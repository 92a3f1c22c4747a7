public import ComposableArchitecture
public import TerminalUI

/// A searchable list of commands and their keys: see ``CommandSheet``.
@Reducer
public struct CommandPrompt: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public enum Purpose: Equatable, Sendable {
      /// Lists only commands that can run now.
      case choice
      /// Lists every command.
      case help
    }

    public var field = TextFieldState()
    /// The selected command, and the scroll offset in lines.
    public var list: ListState
    public let purpose: Purpose

    public init(_ purpose: Purpose) {
      list = Self.beginning(purpose)
      self.purpose = purpose
    }

    fileprivate static func beginning(_ purpose: Purpose) -> ListState {
      ListState(selection: purpose == .choice ? 0 : nil)
    }
  }

  public enum Action: Equatable, Sendable {
    case fieldChanged(TextFieldState)
    case listChanged(ListState)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .fieldChanged(let field):
        if field.text != state.field.text { state.list = State.beginning(state.purpose) }
        state.field = field
        return .none

      case .listChanged(let list):
        state.list = list
        return .none
      }
    }
  }
}
