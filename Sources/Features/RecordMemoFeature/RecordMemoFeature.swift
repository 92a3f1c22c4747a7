public import AudioRecorderClient
public import ComposableArchitecture
import RecordingCore
public import SharedModels
public import SpeechClient

/// Records a memo, and shows its text while it is spoken.
@Reducer
public struct RecordMemoFeature: Sendable {
  @ObservableState
  public struct State: Equatable {
    @Presents public var alert: AlertState<Action.Alert>?
    public var audioRecorderPermission: Permission
    /// Recordings that a crash has cut short, to be saved or discarded, the first one first.
    public var drafts: [RecoveredRecording]
    public var recordingMemo: RecordingMemo?
    /// Why there is no live text, in one line.
    public var speechRemark: String?
    /// Whether the parent has read the drafts already.
    let hasReadDrafts: Bool

    /// - Parameter drafts: Recordings that a crash has cut short; `nil` to look for them on
    ///   ``Action/task``.
    public init(drafts: [RecoveredRecording]? = nil) {
      audioRecorderPermission = .undetermined
      self.drafts = drafts ?? []
      hasReadDrafts = drafts != nil
    }

    /// Whether a recording is in progress, or is being saved or discarded.
    public var isRecording: Bool { recordingMemo != nil }

    /// What is left undone if the program ends now.
    public var shutDownProblem: String? {
      // A draft that nobody has tried to save is no problem of this run.
      !isRecording && !drafts.isEmpty && alert != nil
        ? "the recording is safe, but not saved as a memo: open the app again to save it" : nil
    }
  }

  public enum Permission: Equatable, Sendable {
    case allowed, denied, undetermined
  }

  public enum Action {
    case alert(PresentationAction<Alert>)
    case audioRecorderDidFinish(Result<Bool, any Error>)
    case delegate(Delegate)
    case discardButtonTapped
    case discardDraftButtonTapped
    case discardResponse(Result<URL, any Error>)
    case draftSaveResponse(Result<Recording, any Error>, RecoveredRecording)
    case draftsResponse(Result<[RecoveredRecording], any Error>)
    case finalRecordingTime(TimeInterval)
    case levelUpdated(AudioLevel)
    case newFileResponse(Result<URL, any Error>)
    case pauseButtonTapped
    case recordButtonTapped
    case recordingInterrupted(RecordingEnd)
    case recordPermissionResponse(Bool)
    case saveDraftButtonTapped
    case saveResponse(Result<Recording, any Error>)
    case speech(Result<SpeechRecognitionResult, any Error>)
    case speechRecognizerAuthorizationStatusResponse(SpeechAuthorizationStatus)
    /// Sent by the parent to begin a recording.
    case startRequested
    case stopButtonTapped
    /// Sent by the parent to end the recording and save it.
    case stopRequested
    case task
    case timerUpdated(TimeInterval)

    @CasePathable
    public enum Alert: Equatable, Sendable {
      case confirmDiscardButtonTapped
      case confirmDiscardDraftButtonTapped
    }

    @CasePathable
    public enum Delegate: Equatable, Sendable {
      /// A recording was saved as a memo.
      case didFinish(Recording, hasMoreDrafts: Bool)
    }
  }

  enum CancelID { case meters, speech }

  @Dependency(\.audioRecorder) var audioRecorder
  @Dependency(\.continuousClock) var clock
  @Dependency(\.date.now) var now
  @Dependency(\.recordingFiles) var recordingFiles
  @Dependency(\.speechClient) var speechClient
  @Dependency(\.timeZone) var timeZone

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .alert(.presented(.confirmDiscardButtonTapped)):
        guard state.recordingMemo?.isOpen == true
        else { return .none }
        state.recordingMemo?.mode = .discarding
        return .run { _ in await audioRecorder.stopRecording() }

      case .alert(.presented(.confirmDiscardDraftButtonTapped)):
        guard let draft = state.drafts.first
        else { return .none }
        return .run { send in
          await send(
            .discardResponse(
              Result {
                try await recordingFiles.discard(file: draft.url)
                return draft.url
              }))
        }

      case .alert, .delegate:
        return .none

      case .audioRecorderDidFinish(let result):
        return finish(result, &state)

      case .discardButtonTapped:
        guard state.recordingMemo?.isOpen == true
        else { return .none }
        state.alert = .discard
        return .none

      case .discardDraftButtonTapped:
        guard !state.drafts.isEmpty
        else { return .none }
        state.alert = .discardDraft
        return .none

      case .discardResponse(.failure(let error)):
        state.alert = .notDiscarded(error)
        return .none

      case .discardResponse(.success(let url)):
        state.drafts.removeAll { $0.url == url }
        return .none

      case .draftSaveResponse(.failure(let error), let draft):
        state.drafts.insert(draft, at: 0)
        state.alert = .notSaved(error)
        return .none

      case .draftSaveResponse(.success(let recording), _):
        return .send(.delegate(.didFinish(recording, hasMoreDrafts: !state.drafts.isEmpty)))

      case .draftsResponse(.failure(let error)):
        state.alert = .draftsNotRead(error)
        return .none

      case .draftsResponse(.success(let drafts)):
        state.drafts = drafts
        return .none

      case .finalRecordingTime(let time), .timerUpdated(let time):
        state.recordingMemo?.duration = time
        return .none

      case .levelUpdated(let level):
        state.recordingMemo?.add(level)
        return .none

      case .newFileResponse(.failure(let error)):
        state.alert = .recordingFailed(error)
        return .none

      case .newFileResponse(.success(let url)):
        state.recordingMemo = RecordingMemo(date: now, url: url)
        state.speechRemark = nil
        return record(to: url)

      case .pauseButtonTapped:
        return pauseOrResume(&state)

      case .recordButtonTapped, .startRequested:
        guard state.recordingMemo == nil
        else { return .none }
        // Ask each time: a microphone may have been plugged in since.
        return .run { send in
          await send(.recordPermissionResponse(audioRecorder.requestRecordPermission()))
        }

      case .recordingInterrupted(let end):
        state.alert = .interrupted(end)
        return .none

      case .recordPermissionResponse(false):
        state.audioRecorderPermission = .denied
        state.alert = .permissionRequired
        return .none

      case .recordPermissionResponse(true):
        state.audioRecorderPermission = .allowed
        guard state.recordingMemo == nil
        else { return .none }
        return .run { send in
          await send(.newFileResponse(Result { try await recordingFiles.newFile() }))
        }

      case .saveDraftButtonTapped:
        guard !state.drafts.isEmpty
        else { return .none }
        return save(state.drafts.removeFirst())

      case .saveResponse(.failure(let error)):
        guard let memo = state.recordingMemo
        else { return .none }
        state.recordingMemo = nil
        state.drafts.append(memo.draft)
        state.alert = .notSaved(error)
        return .none

      case .saveResponse(.success(let recording)):
        state.recordingMemo = nil
        return .send(.delegate(.didFinish(recording, hasMoreDrafts: !state.drafts.isEmpty)))

      case .speech(.failure(let error)):
        state.speechRemark = "there is no live text: \(error)"
        return .none

      case .speech(.success(let result)):
        state.recordingMemo?.text = LiveTranscript(result)
        return .none

      case .speechRecognizerAuthorizationStatusResponse(.authorized):
        return state.recordingMemo == nil ? .none : listen()

      case .speechRecognizerAuthorizationStatusResponse(let status):
        state.speechRemark = RecordingMemo.remark(on: status)
        return .none

      case .stopButtonTapped, .stopRequested:
        guard state.recordingMemo?.isOpen == true
        else { return .none }
        state.recordingMemo?.mode = .encoding
        return .run { send in
          if let time = await audioRecorder.currentTime() { await send(.finalRecordingTime(time)) }
          await audioRecorder.stopRecording()
        }

      case .task:
        guard !state.hasReadDrafts
        else { return .none }
        return .run { send in
          await send(.draftsResponse(Result { try await recordingFiles.unsavedRecordings() }))
        }
      }
    }
    .ifLet(\.$alert, action: \.alert)
  }
}
