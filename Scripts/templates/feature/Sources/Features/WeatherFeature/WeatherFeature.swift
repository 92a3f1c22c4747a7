public import ComposableArchitecture

/// The weather, with details on request.
@Reducer
public struct WeatherFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    /// Whether details are shown.
    public var isDetailed: Bool

    public init(isDetailed: Bool = false) {
      self.isDetailed = isDetailed
    }
  }

  public enum Action {
    case closeButtonTapped
    case delegate(Delegate)
    case detailsButtonTapped

    /// Actions for the parent to handle.
    @CasePathable
    public enum Delegate: Equatable, Sendable {
      case closed
    }
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .closeButtonTapped:
        return .send(.delegate(.closed))

      case .delegate:
        return .none

      case .detailsButtonTapped:
        state.isDetailed.toggle()
        return .none
      }
    }
  }
}
