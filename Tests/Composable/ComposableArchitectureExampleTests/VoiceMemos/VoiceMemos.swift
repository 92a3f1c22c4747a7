import ComposableArchitecture

/// The list of memos, and the recording of new ones.
@Reducer
struct VoiceMemos {
  @ObservableState
  struct State: Equatable {
    @Presents var alert: AlertState<Action.Alert>?
    var audioRecorderPermission = RecorderPermission.undetermined
    @Presents var recordingMemo: RecordingMemo.State?
    var voiceMemos: IdentifiedArrayOf<VoiceMemo.State> = []

    enum RecorderPermission {
      case allowed
      case denied
      case undetermined
    }
  }

  enum Action {
    case alert(PresentationAction<Alert>)
    case onDelete(IndexSet)
    case openSettingsButtonTapped
    case recordButtonTapped
    case recordPermissionResponse(Bool)
    case recordingMemo(PresentationAction<RecordingMemo.Action>)
    case voiceMemos(IdentifiedActionOf<VoiceMemo>)

    enum Alert: Equatable {}
  }

  @Dependency(\.audioRecorder) var audioRecorder
  @Dependency(\.date) var date
  @Dependency(\.openSettings) var openSettings
  @Dependency(\.temporaryDirectory) var temporaryDirectory
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert:
        return .none

      case .onDelete(let offsets):
        state.voiceMemos.remove(atOffsets: offsets)
        return .none

      case .openSettingsButtonTapped:
        return .run { _ in await self.openSettings() }

      case .recordButtonTapped:
        switch state.audioRecorderPermission {
        case .allowed:
          state.recordingMemo = newRecordingMemo
          return .none

        case .denied:
          state.alert = .permissionRequired
          return .none

        case .undetermined:
          return .run { send in
            await send(.recordPermissionResponse(self.audioRecorder.requestRecordPermission()))
          }
        }

      case .recordPermissionResponse(let isAllowed):
        state.audioRecorderPermission = isAllowed ? .allowed : .denied
        if isAllowed {
          state.recordingMemo = newRecordingMemo
        } else {
          state.alert = .permissionRequired
        }
        return .none

      case .recordingMemo(.presented(.delegate(.didFinish(.success(let recording))))):
        state.recordingMemo = nil
        state.voiceMemos.insert(
          VoiceMemo.State(
            date: recording.date, duration: recording.duration, url: recording.url),
          at: 0)
        return .none

      case .recordingMemo(.presented(.delegate(.didFinish(.failure)))):
        state.recordingMemo = nil
        state.alert = .recordingFailed
        return .none

      case .recordingMemo:
        return .none

      case .voiceMemos(.element(let id, .delegate(.playbackStarted))):
        for other in state.voiceMemos.ids where other != id {
          state.voiceMemos[id: other]?.mode = .notPlaying
        }
        return .none

      case .voiceMemos(.element(_, .delegate(.playbackFailed))):
        state.alert = .playbackFailed
        return .none

      case .voiceMemos:
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$recordingMemo, action: \.recordingMemo) {
      RecordingMemo()
    }
    .forEach(\.voiceMemos, action: \.voiceMemos) {
      VoiceMemo()
    }
  }

  private var newRecordingMemo: RecordingMemo.State {
    RecordingMemo.State(
      date: date.now,
      url: temporaryDirectory()
        .appending(path: uuid().uuidString)
        .appendingPathExtension("wav"))
  }
}

extension AlertState where Action == VoiceMemos.Action.Alert {
  static var permissionRequired: Self {
    AlertState { TextState("Permission is required to record voice memos.") }
  }

  static var playbackFailed: Self {
    AlertState { TextState("Voice memo playback failed.") }
  }

  static var recordingFailed: Self {
    AlertState { TextState("Voice memo recording failed.") }
  }
}
