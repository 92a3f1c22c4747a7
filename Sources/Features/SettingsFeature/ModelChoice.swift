public import ComposableArchitecture
public import SpeechClient
public import TerminalUI

/// The models that the engine knows, those on this machine first.
@Reducer
public struct ModelChoice: Sendable {
  /// A line of the choice.
  public enum Row: Equatable, Sendable {
    /// The engine's own, by its name if the engine has told it.
    case own(SpeechModel?)
    case model(SpeechModel)
    /// One that is typed: a name or a folder.
    case other
  }

  @ObservableState
  public struct State: Equatable, Sendable {
    public var list: ListState
    public let rows: [Row]

    /// - Parameters:
    ///   - chosen: What is set now.
    ///   - models: What the engine knows, its own first.
    public init(chosen: String?, models: [SpeechModel]) {
      let others = models.dropFirst()
      let known = others.filter(\.isInstalled) + others.filter { !$0.isInstalled }
      var rows: [Row] = [.own(models.first)] + known.map { .model($0) }
      if let chosen, chosen != models.first?.name, !known.contains(where: { $0.name == chosen }) {
        rows.append(.model(SpeechModel(name: chosen)))
      }
      rows.append(.other)
      self.rows = rows
      let index = rows.firstIndex { row in
        if case .model(let model) = row { model.name == chosen } else { false }
      }
      list = ListState(selection: index ?? 0)
    }
  }

  public enum Action: Equatable, Sendable {
    case cancelButtonTapped
    case chooseButtonTapped
    case delegate(Delegate)
    case listChanged(ListState)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// A model's name; `nil` for the engine's own.
      case chosen(String?)
      case otherButtonTapped
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
        guard let index = state.list.selection, state.rows.indices.contains(index)
        else { return .none }
        switch state.rows[index] {
        case .model(let model): return .send(.delegate(.chosen(model.name)))
        case .other: return .send(.delegate(.otherButtonTapped))
        case .own: return .send(.delegate(.chosen(nil)))
        }

      case .delegate:
        return .none

      case .listChanged(let list):
        state.list = list
        return .none
      }
    }
  }
}
