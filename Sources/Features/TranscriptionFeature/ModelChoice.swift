public import ComposableArchitecture
public import SharedModels
public import TerminalUI

/// Which model is to transcribe a memo: its name is typed.
@Reducer
public struct ModelChoice: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let recordingID: Recording.ID
    public var field: TextFieldState

    /// - Parameter model: What to begin with.
    public init(for recordingID: Recording.ID, model: String?) {
      self.recordingID = recordingID
      field = TextFieldState(model ?? "")
    }

    /// What was typed; `nil` for the engine's own.
    public var model: String? {
      let name = field.text.trimmingCharacters(in: .whitespaces)
      return name.isEmpty ? nil : name
    }
  }

  public enum Action: Equatable, Sendable {
    case cancelButtonTapped
    case chooseButtonTapped
    case delegate(Delegate)
    case fieldChanged(TextFieldState)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case chosen
    }
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cancelButtonTapped:
        return .run { _ in await dismiss() }

      case .chooseButtonTapped:
        return .send(.delegate(.chosen))

      case .delegate:
        return .none

      case .fieldChanged(let field):
        state.field = field
        return .none
      }
    }
  }
}
