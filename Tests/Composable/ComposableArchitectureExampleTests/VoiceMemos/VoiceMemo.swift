import ComposableArchitecture

/// A memo in the list.
@Reducer
struct VoiceMemo {
  @ObservableState
  struct State: Equatable, Identifiable {
    var date: Date
    var duration: TimeInterval
    var mode = Mode.notPlaying
    var title = ""
    var url: URL

    var id: URL { url }

    /// The title shown, with a default if it is empty.
    var displayTitle: String {
      title.isEmpty ? "Untitled, \(date.ISO8601Format())" : title
    }

    @CasePathable
    @dynamicMemberLookup
    enum Mode: Equatable {
      case notPlaying
      case playing(progress: Double)
    }
  }

  enum Action {
    case audioPlayerDidFinish(Result<Bool, any Error>)
    case delegate(Delegate)
    case playButtonTapped
    case timerUpdated(TimeInterval)
    case titleTextFieldChanged(String)

    @CasePathable
    enum Delegate {
      case playbackFailed
      case playbackStarted
    }
  }

  private enum CancelID { case play }

  @Dependency(\.audioPlayer) var audioPlayer
  @Dependency(\.continuousClock) var clock

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .audioPlayerDidFinish(.failure):
        state.mode = .notPlaying
        return .merge(.cancel(id: CancelID.play), .send(.delegate(.playbackFailed)))

      case .audioPlayerDidFinish(.success):
        state.mode = .notPlaying
        return .cancel(id: CancelID.play)

      case .delegate:
        return .none

      case .playButtonTapped where state.mode.is(\.playing):
        state.mode = .notPlaying
        return .cancel(id: CancelID.play)

      case .playButtonTapped:
        state.mode = .playing(progress: 0)
        return .run { [url = state.url] send in
          await send(.delegate(.playbackStarted))
          async let playback: Void = send(
            .audioPlayerDidFinish(Result { try await self.audioPlayer.play(url: url) }))
          var elapsed: TimeInterval = 0
          for await _ in self.clock.timer(interval: .milliseconds(500)) {
            elapsed += 0.5
            await send(.timerUpdated(elapsed))
          }
          await playback
        }
        .cancellable(id: CancelID.play, cancelInFlight: true)

      case .timerUpdated(let elapsed):
        if state.mode.is(\.playing) {
          state.mode = .playing(progress: elapsed / state.duration)
        }
        return .none

      case .titleTextFieldChanged(let title):
        state.title = title
        return .none
      }
    }
  }
}
