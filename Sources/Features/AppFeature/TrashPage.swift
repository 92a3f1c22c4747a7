public import ComposableArchitecture
public import PlaybackFeature
public import TrashFeature

@Reducer
public struct TrashPage: Sendable {
  @ObservableState
  public struct State: Equatable {
    @Presents public var memo: PlaybackFeature.State?
    public var trash = TrashFeature.State()

    public init() {}
  }

  public enum Action {
    case memo(PresentationAction<PlaybackFeature.Action>)
    case trash(TrashFeature.Action)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Scope(state: \.trash, action: \.trash) { TrashFeature() }
    Reduce { state, action in
      switch action {
      case .memo(.presented(.delegate(.autoplayFailed))):
        state.memo?.isAutoplaying = false
        return .none

      case .trash(.delegate(.opened(let memo))):
        state.memo = PlaybackFeature.State(
          recording: Shared(value: memo), isAutoplaying: true, isReadOnly: true)
        return .send(.memo(.presented(.task)))

      case .memo, .trash:
        return .none
      }
    }
    .ifLet(\.$memo, action: \.memo) { PlaybackFeature() }
  }
}
