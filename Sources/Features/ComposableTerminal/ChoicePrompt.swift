public import ComposableArchitecture
public import TerminalUI

/// One of several things that a person is asked to choose in a sheet: see ``ChoiceSheet``.
///
/// The parent gets ``Action/Delegate/chosen(_:)`` and dismisses the sheet.
@Reducer
public struct ChoicePrompt<Value: Equatable & Sendable>: Sendable {
  /// One of the choices.
  public struct Choice: Equatable, Sendable {
    /// Whether it is drawn faint, as what is not there yet.
    public let isFaint: Bool
    public let label: String
    /// What there is to know of it, in a word or two.
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
    /// What there is to know, below the choices.
    public let remark: String?
    public let title: String

    /// - Parameters:
    ///   - title: What the sheet is called.
    ///   - choices: What can be chosen.
    ///   - selection: The value to begin with; the first choice if there is none with it.
    ///   - remark: What there is to know.
    public init(_ title: String, choices: [Choice], selection: Value, remark: String? = nil) {
      self.choices = choices
      list = ListState(selection: choices.firstIndex { $0.value == selection } ?? 0)
      self.remark = remark
      self.title = title
    }
  }

  public enum Action: Equatable, Sendable {
    case cancelButtonTapped
    case chooseButtonTapped
    case delegate(Delegate)
    case listChanged(ListState)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case chosen(Value)
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
        guard let index = state.list.selection, state.choices.indices.contains(index)
        else { return .none }
        return .send(.delegate(.chosen(state.choices[index].value)))

      case .delegate:
        return .none

      case .listChanged(let list):
        state.list = list
        return .none
      }
    }
  }
}
