public import ComposableArchitecture
public import SharedModels
public import TerminalUI

/// One line about a memo that a person types anew: its title, or its tags.
@Reducer
public struct RecordingEdit: Sendable {
  public enum Field: Equatable, Sendable {
    case tags, title
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    public let recordingID: Recording.ID
    public let field: Field
    public var text: TextFieldState

    /// Begins with what the memo has.
    public init(_ field: Field, of recording: Recording) {
      recordingID = recording.id
      self.field = field
      text = TextFieldState(
        field == .title ? recording.title : recording.tags.joined(separator: ", "))
    }

    /// A title of nothing is none.
    public var canBeSaved: Bool {
      field == .tags || text.text.contains { !$0.isWhitespace }
    }

    /// Puts what was typed into the memo.
    func apply(to recording: inout Recording) {
      switch field {
      case .title:
        recording.title = text.text.trimmingCharacters(in: .whitespaces)
      case .tags:
        recording.tags = text.text.split(separator: ",")
          .map { $0.trimmingCharacters(in: .whitespaces) }
      }
    }
  }

  public enum Action: Equatable, Sendable {
    case cancelButtonTapped
    case delegate(Delegate)
    case saveButtonTapped
    case textChanged(TextFieldState)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case saved
    }
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cancelButtonTapped:
        return .run { _ in await dismiss() }

      case .delegate:
        return .none

      case .saveButtonTapped:
        return state.canBeSaved ? .send(.delegate(.saved)) : .none

      case .textChanged(let text):
        state.text = text
        return .none
      }
    }
  }
}
