public import ComposableArchitecture
public import RetentionCore
public import SharedModels
public import SharedSettings
public import TerminalUI

/// The memos that a stricter retention would delete, for review.
@Reducer
public struct RetentionReview: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public var list = ListState()
    public let plan: RetentionPlan
    public let retention: Settings.Retention

    public init(_ retention: Settings.Retention, _ plan: RetentionPlan) {
      self.plan = plan
      self.retention = retention
    }

    /// Permanent deletions first, because they matter most.
    public var memos: [Recording] { plan.toDelete + plan.toTrash }
  }

  public enum Action: BindableAction, Equatable, Sendable {
    case binding(BindingAction<State>)
    case cancelButtonTapped
    case confirmButtonTapped
    case delegate(Delegate)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case confirmed
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

      case .confirmButtonTapped:
        return .send(.delegate(.confirmed))

      case .binding, .delegate:
        return .none
      }
    }
  }
}
