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

  public enum Action: Equatable, Sendable {
    case cancelButtonTapped
    case confirmButtonTapped
    case delegate(Delegate)
    case listChanged(ListState)

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case confirmed
    }
  }

  @Dependency(\.dismiss) var dismiss

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .cancelButtonTapped:
        return .run { _ in await dismiss() }

      case .confirmButtonTapped:
        return .send(.delegate(.confirmed))

      case .delegate:
        return .none

      case .listChanged(let list):
        state.list = list
        return .none
      }
    }
  }
}
