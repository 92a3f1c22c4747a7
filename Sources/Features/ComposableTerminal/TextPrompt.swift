public import ComposableArchitecture
public import TerminalUI

/// A line of text that a person is asked for in a sheet: see ``TextSheet``.
///
/// On Save the parent gets ``Action/Delegate/saved(_:)``. It dismisses the sheet, or says in
/// ``State/problem`` what is wrong with the text.
@Reducer
public struct TextPrompt<Subject: Equatable & Sendable>: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// Whether an empty text is refused.
    public let isRequired: Bool
    /// What is shown while there is no text.
    public let placeholder: String
    /// What is wrong with the text. It is cleared when the text is changed.
    public var problem: String?
    /// What there is to know, shown where nothing is wrong.
    public let remark: String?
    /// What the footer calls Save.
    public let saveLabel: String
    /// What the text is for: the parent's to know.
    public let subject: Subject
    public var text: TextFieldState
    public let title: String

    /// - Parameters:
    ///   - title: What the sheet is called.
    ///   - subject: What the text is for.
    ///   - text: What to begin with.
    ///   - placeholder: What is shown while there is no text.
    ///   - remark: What there is to know.
    ///   - isRequired: Whether an empty text is refused.
    ///   - saveLabel: What the footer calls Save.
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

    /// The text without the blanks around it.
    public var trimmedText: String { text.text.trimmingCharacters(in: .whitespaces) }
  }

  public enum Action: Equatable, Sendable {
    case cancelButtonTapped
    case delegate(Delegate)
    case saveButtonTapped
    case textChanged(TextFieldState)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The text without the blanks around it.
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
