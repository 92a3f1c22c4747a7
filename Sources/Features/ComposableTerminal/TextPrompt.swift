public import ComposableArchitecture
public import TerminalUI

/// A line of text, entered in a ``TextSheet``. On Save, the parent receives
/// ``Action/Delegate/saved(_:)`` and dismisses the sheet or sets ``State/problem``.
@Reducer
public struct TextPrompt<Subject: Equatable & Sendable>: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public let isRequired: Bool
    public let placeholder: String
    public var problem: String?
    public let remark: String?
    public let saveLabel: String
    public let subject: Subject
    public var text: TextFieldState
    public let title: String

    public init(
      _ title: String, for subject: Subject, text: String = "", placeholder: String = "",
      remark: String? = nil, isRequired: Bool = false, saveLabel: String = "save"
    ) {
      self.isRequired = isRequired
      self.placeholder = placeholder
      self.remark = remark
      self.saveLabel = saveLabel
      self.subject = subject
      self.text = TextFieldState(text)
      self.title = title
    }

    public var trimmedText: String { text.text.trimmingCharacters(in: .whitespaces) }
  }

  public enum Action: Equatable, Sendable {
    case cancelButtonTapped
    case delegate(Delegate)
    case saveButtonTapped
    case textChanged(TextFieldState)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// Without leading and trailing spaces.
      case saved(String)
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
        let text = state.trimmedText
        return text.isEmpty && state.isRequired ? .none : .send(.delegate(.saved(text)))

      case .textChanged(let text):
        if text.text != state.text.text { state.problem = nil }
        state.text = text
        return .none
      }
    }
  }
}
