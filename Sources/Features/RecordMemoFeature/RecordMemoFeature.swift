public import AudioRecorderClient
public import ComposableArchitecture
public import ComposableTerminal
import RecordingCore
public import SharedModels
public import SpeechClient

@Reducer
public struct RecordMemoFeature: Sendable {
  public enum Action {
    case alert(PresentationAction<Alert>)
    case audioRecorderDidFinish(Result<Bool, any Error>)
    case delegate(Delegate)
    case deviceButtonTapped
    case devicePrompt(PresentationAction<ChoicePrompt<String?>.Action>)
    case devicesResponse(Result<[AudioInputDevice], any Error>)
    case discardButtonTapped
    case discardDraftButtonTapped
    case discardResponse(Result<Recording, any Error>, RecoveredRecording)
    case draftSaveResponse(Result<Recording, any Error>, RecoveredRecording)
    case draftsResponse(Result<[RecoveredRecording], any Error>)
    case finalRecordingTime(TimeInterval)
    case inputResponse(AudioInputStatus)
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
    case stopButtonTapped
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
      /// The parent shows the `interruption`, because it closes this screen unless there are drafts.
      case didFinish(Recording, hasMoreDrafts: Bool, interruption: RecordingEnd?)
      case discarded(Recording, hasMoreDrafts: Bool)
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
        guard state.recordingMemo?.isActive == true
        else { return .none }
        state.recordingMemo?.mode = .discarding
        return .run { _ in await audioRecorder.stopRecording() }

      case .alert(.presented(.confirmDiscardDraftButtonTapped)):
        guard let draft = state.takeDraft()
        else { return .none }
        return discard(draft)

      case .alert(.dismiss):
        state.recordingMemo?.interruption = nil
        return .none

      case .audioRecorderDidFinish(let result):
        return finish(result, &state)

      case .deviceButtonTapped:
        return state.isBusy ? .none : start(.device, state)

      case .devicePrompt(.presented(.delegate(.chosen(let device)))):
        state.devicePrompt = nil
        state.$device.withLock { $0 = device }
        return checkInput(of: device)

      case .alert, .delegate, .devicePrompt:
        return .none

      case .devicesResponse(.failure(let error)):
        state.alert = .recordingFailed(error)
        return .none

      case .devicesResponse(.success(let devices)):
        state.devicePrompt = ChoicePrompt.State(devices: devices, selection: state.device)
        return .none

      case .discardButtonTapped:
        guard state.recordingMemo?.isActive == true
        else { return .none }
        state.alert = .discard
        return .none

      case .discardDraftButtonTapped:
        guard !state.drafts.isEmpty, !state.isStoringDraft
        else { return .none }
        state.alert = .discardDraft
        return .none

      case .discardResponse(.failure(let error), let draft):
        state.isStoringDraft = false
        state.recordingMemo = nil
        state.drafts.insert(draft, at: 0)
        state.alert = .notDiscarded(error)
        return .none

      case .discardResponse(.success(let recording), _):
        state.isStoringDraft = false
        state.recordingMemo = nil
        // A recording that is in the library already was not moved to the trash.
        return recording.isTrashed
          ? .send(.delegate(.discarded(recording, hasMoreDrafts: !state.drafts.isEmpty))) : .none

      case .draftSaveResponse(.failure(let error), let draft):
        state.isStoringDraft = false
        state.drafts.insert(draft, at: 0)
        state.alert = .notSaved(error)
        return .none

      case .draftSaveResponse(.success(let recording), _):
        state.isStoringDraft = false
        return finish(recording, state)

      case .draftsResponse(.failure(let error)):
        state.alert = .draftsNotRead(error)
        return .none

      case .draftsResponse(.success(let drafts)):
        state.drafts = drafts
        return .none

      case .finalRecordingTime(let time):
        state.recordingMemo?.duration = time
        return .none

      case .inputResponse(let status):
        state.input = status
        return .none

      case .levelUpdated(let level):
        state.recordingMemo?.begin(at: now)
        state.recordingMemo?.add(level)
        return .none

      case .newFileResponse(.failure(let error)):
        state.alert = .recordingFailed(error)
        return .none

      case .newFileResponse(.success(let url)):
        state.recordingMemo = RecordingMemo(date: now, mode: .starting, url: url)
        state.speechRemark = nil
        return record(to: url)

      case .pauseButtonTapped:
        return pauseOrResume(&state)

      case .recordButtonTapped:
        return state.isBusy ? .none : start(.recording, state)

      case .recordingInterrupted(let end):
        state.recordingMemo?.interruption = end
        state.alert = .interrupted(end)
        return .none

      case .recordPermissionResponse(false):
        state.alert = .cannotRecord(state.input)
        return .none

      case .recordPermissionResponse(true):
        guard state.recordingMemo == nil
        else { return .none }
        return .respond(with: Action.newFileResponse) { try await recordingFiles.newFile() }

      case .saveDraftButtonTapped:
        guard let draft = state.takeDraft()
        else { return .none }
        return save(draft)

      case .saveResponse(.failure(let error)):
        guard let memo = state.recordingMemo
        else { return .none }
        state.recordingMemo = nil
        state.drafts.append(memo.draft)
        state.alert = .notSaved(error)
        return .none

      case .saveResponse(.success(let recording)):
        let interruption = state.recordingMemo?.interruption
        state.recordingMemo = nil
        return finish(recording, interruption: interruption, state)

      case .speech(.failure(let error)):
        state.speechRemark = "Live text is unavailable: \(error)"
        return .none

      case .speech(.success(let result)):
        state.recordingMemo?.text = LiveTranscript(result)
        return .none

      case .speechRecognizerAuthorizationStatusResponse(.authorized):
        return state.recordingMemo == nil ? .none : transcribeLive()

      case .speechRecognizerAuthorizationStatusResponse(let status):
        state.speechRemark = RecordingMemo.remark(on: status)
        return .none

      case .stopButtonTapped, .stopRequested:
        guard state.recordingMemo?.isActive == true
        else { return .none }
        state.recordingMemo?.mode = .encoding
        return .run { send in
          if let time = await audioRecorder.currentTime() { await send(.finalRecordingTime(time)) }
          await audioRecorder.stopRecording()
        }

      case .task:
        return .merge(
          .concatenate(
            state.hasReadDrafts ? .none : readDrafts(), checkInput(of: state.device)),
          start(state.start, state))

      case .timerUpdated(let time):
        if time > 0 { state.recordingMemo?.begin(at: now) }
        state.recordingMemo?.duration = time
        return .none
      }
    }
    .ifLet(\.$alert, action: \.alert)
    .ifLet(\.$devicePrompt, action: \.devicePrompt) { ChoicePrompt() }
  }
}
