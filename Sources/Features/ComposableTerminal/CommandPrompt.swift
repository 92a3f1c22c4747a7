public import ComposableArchitecture
public import TerminalUI

/// What the keys do, in a sheet that a person searches by typing, and from which one thing is done:
/// see ``CommandSheet``.
@Reducer
public struct CommandPrompt: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public enum Purpose: Equatable, Sendable {
      /// To choose something that can be done now.
      case choice
      /// To read about everything.
      case help
    }

    public var field = TextFieldState()
    /// Which of the commands that are found is chosen, and how far the sheet is scrolled, in lines.
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
