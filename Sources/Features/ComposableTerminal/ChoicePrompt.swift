public import ComposableArchitecture
public import TerminalUI

/// A choice in a ``ChoiceSheet``. The parent dismisses it on ``Action/Delegate/chosen(_:)``.
@Reducer
public struct ChoicePrompt<Value: Equatable & Sendable>: Sendable {
  public struct Choice: Equatable, Sendable {
    public let isFaint: Bool
    public let label: String
    public let remark: String
    public let value: Value

    public init(_ label: String, remark: String = "", isFaint: Bool = false, value: Value) {
      self.isFaint = isFaint
      self.label = label
      self.remark = remark
      self.value = value
    }
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    public let choices: [Choice]
    public var list: ListState
    public let remark: String?
    public let title: String

    /// The first choice is selected if none has the value `selection`.
    public init(_ title: String, choices: [Choice], selection: Value, remark: String? = nil) {
      self.choices = choices
      list = ListState(selection: choices.firstIndex { $0.value == selection } ?? 0)
      self.remark = remark
      self.title = title
    }
  }

  public enum Action: BindableAction, Equatable, Sendable {
    case binding(BindingAction<State>)
    case cancelButtonTapped
    case chooseButtonTapped
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case chosen(Value)
    }
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .cancelButtonTapped:
        return .run { _ in await dismiss() }

      case .chooseButtonTapped:
        return state.list.selected(in: state.choices).map { .send(.delegate(.chosen($0.value))) }
          ?? .none

      case .binding, .delegate:
        return .none
      }
    }
  }
}
