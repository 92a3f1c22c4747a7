public import ComposableArchitecture
public import SharedSettings
public import TerminalUI

/// A setting whose value is typed.
@Reducer
public struct SettingEdit: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    /// What is wrong with the text.
    public var problem: String?
    public let setting: Setting
    /// The settings as they were when the edit began.
    let settings: Settings
    public var text: TextFieldState

    /// The default is an empty text.
    public init(_ setting: Setting, of settings: Settings) {
      self.setting = setting
      self.settings = settings
      let text = setting.text(in: settings)
      self.text = TextFieldState(text == setting.defaultText ? "" : text)
    }
  }

  public enum Action: Equatable, Sendable {
    case cancelButtonTapped
    case delegate(Delegate)
    case saveButtonTapped
    case textChanged(TextFieldState)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// The settings with the new value.
      case saved(Settings)
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
        do {
          var settings = state.settings
          try state.setting.set(state.text.text, in: &settings)
          return .send(.delegate(.saved(settings)))
        } catch {
          state.problem = "\(error)"
          return .none
        }

      case .textChanged(let text):
        if text.text != state.text.text { state.problem = nil }
        state.text = text
        return .none
      }
    }
  }
}
