public import AudioRecorderClient
public import ComposableArchitecture
public import ComposableTerminal
public import ExportFeature
public import HealthFeature
public import ImportFeature
public import OnboardingFeature
public import PlaybackFeature
public import RecordMemoFeature
import RecordingCore
public import RecordingsListFeature
public import RetentionCore
public import SearchFeature
public import SettingsFeature
import SharedModels
public import StatsFeature
public import TranscriptionFeature
public import UndoCore

@Reducer
public struct AppFeature: Sendable {
  @Reducer
  public enum Path {
    case playback(PlaybackFeature)
  }

  @Reducer
  public enum Destination {
    case alert(AlertState<Never>)
    case export(ExportFeature)
    case health(HealthFeature)
    case importFiles(ImportFeature)
    case onboarding(OnboardingFeature)
    case record(RecordMemoFeature)
    case trash(TrashPage)
  }

  public enum Action: BindableAction {
    case backButtonTapped
    case binding(BindingAction<State>)
    case commandPrompt(PresentationAction<CommandPrompt.Action>)
    case commandsButtonTapped
    case deleteMemoButtonTapped
    case destination(PresentationAction<Destination.Action>)
    case deviceButtonTapped
    case exportButtonTapped
    case healthButtonTapped
    case helpButtonTapped
    case importButtonTapped
    case memoPressed
    case nextMatchButtonTapped
    case noticesButtonTapped
    case noticeTimedOut
    case path(StackActionOf<Path>)
    /// Everything is stored, or the time limit was reached.
    case pendingWorkEnded
    case playButtonTapped
    case previewDebounced
    case recordButtonTapped
    case recordingsList(RecordingsListFeature.Action)
    case recordingsSaveResponse(Result<Void, any Error>)
    case redoButtonTapped
    case retentionResponse(Result<RetentionOutcome?, any Error>)
    case search(SearchFeature.Action)
    case settings(SettingsFeature.Action)
    /// Sent by the program before it exits.
    case shutDownRequested
    case statistics(StatsFeature.Action)
    case tabSelected(Tab)
    case task
    case textPasted(String)
    case transcribeButtonTapped
    case transcription(TranscriptionFeature.Action)
    case trashButtonTapped
    case undoButtonTapped
    case undoResponse(Result<UndoRunner.Outcome?, any Error>, UndoStep, UndoDirection)
    case unsavedRecordingsResponse(Result<[RecoveredRecording], any Error>)
    case unsavedTextsResponse(Result<Void, any Error>)
  }

  enum CancelID { case notice, pendingWork, preview }

  public static let noticeDuration = Duration.seconds(5)

  @Dependency(\.continuousClock) var clock
  @Dependency(\.recordingFiles) var recordingFiles
  @Dependency(\.retentionKeeper) var retentionKeeper

  public init() {}

  public var body: some ReducerOf<Self> {
    CombineReducers {
      BindingReducer()
      Scope(state: \.recordingsList, action: \.recordingsList) { RecordingsListFeature() }
      Scope(state: \.search, action: \.search) { SearchFeature() }
      Scope(state: \.settings, action: \.settings) { SettingsFeature() }
      Scope(state: \.transcription, action: \.transcription) { TranscriptionFeature() }
      Reduce { state, action in reduce(action, &state) }
      Reduce { state, _ in reconcile(&state) }
    }
    .ifLet(\.$commandPrompt, action: \.commandPrompt) { CommandPrompt() }
    .ifLet(\.$destination, action: \.destination)
    .ifLet(\.statistics, action: \.statistics) { StatsFeature() }
    .forEach(\.path, action: \.path)
  }

  private func reduce(_ action: Action, _ state: inout State) -> Effect<Action> {
    switch action {
    case .backButtonTapped:
      leaveMemo(&state)
      return .none

    case .commandsButtonTapped:
      state.prompt(for: .choice)
      return .none

    case .deleteMemoButtonTapped:
      return deleteMemo(&state)

    case .destination(.presented(.importFiles(.delegate(.finished(let added))))):
      return finishImport(added, &state)

    case .destination(.presented(.onboarding(.delegate(.finished)))):
      state.destination = nil
      return .none

    case .destination(.presented(.onboarding(.delegate(.filesChosen(let files))))):
      return present(.importFiles(ImportFeature.State(files: files)), &state)

    case .destination(.presented(.onboarding(.delegate(.recordingRequested)))):
      return record(&state)

    case .destination(
      .presented(
        .record(.delegate(.didFinish(let recording, let hasMoreDrafts, let interruption))))):
      return finishRecording(
        recording, hasMoreDrafts: hasMoreDrafts, interruption: interruption, &state)

    case .destination(
      .presented(.record(.delegate(.discarded(let recording, let hasMoreDrafts))))):
      return finishDiscarding(recording, hasMoreDrafts: hasMoreDrafts, &state)

    case .destination(.presented(.trash(.memo(.presented(.delegate(let delegate)))))):
      return handle(trashed: delegate, &state)

    case .destination(.presented(.trash(.trash(.delegate(.restored(let memo)))))):
      state.record(UndoStep(.restored([memo]), of: [memo]))
      return .none

    case .deviceButtonTapped:
      return present(.record(RecordMemoFeature.State(start: .device)), &state)

    case .exportButtonTapped:
      let recordings = state.targetIDs.compactMap { state.recordings[id: $0] }
      guard !recordings.isEmpty
      else { return .none }
      return present(.export(ExportFeature.State(recordings: recordings)), &state)

    case .healthButtonTapped:
      return present(.health(HealthFeature.State()), &state)

    case .helpButtonTapped:
      state.prompt(for: .help)
      return .none

    case .importButtonTapped:
      return present(.importFiles(ImportFeature.State()), &state)

    case .memoPressed:
      state.isBrowsing = false
      return .none

    case .nextMatchButtonTapped:
      return notify("\(state.matchHint) Press ctrl+n to record.", about: .keys, &state)

    case .noticesButtonTapped:
      state.notice = nil
      state.destination = .alert(.notices(state.notices))
      return .cancel(id: CancelID.notice)

    case .noticeTimedOut:
      state.notice = nil
      return .none

    case .path(.element(id: let id, action: .playback(.delegate(let delegate)))):
      return handle(delegate, of: id, &state)

    case .path(.element(id: _, action: .playback(.voiceResponse(.success(.forgotten(let name)))))):
      state.redoSteps.removeVoice(of: name)
      state.redoBase.removeVoice(of: name)
      return .none

    case .pendingWorkEnded:
      return endShutDown(&state)

    case .playButtonTapped:
      return play(&state)

    case .previewDebounced:
      return previewSelected(&state)

    case .recordButtonTapped:
      return record(&state)

    case .recordingsList(.delegate(.recordingSelected(let id))):
      return openMemo(OpenRequest(id, startsPlayback: true), &state)

    case .recordingsList(.delegate(.deleted(let memos))):
      return notify(deleted: memos, &state)

    case .recordingsList(.delegate(.notice(let text))):
      return notify(text, &state)

    case .recordingsList(.delegate(.loaded)):
      guard state.phase == .loading
      else { return .none }
      state.phase = .running
      return restore(&state)

    case .recordingsList(.delegate(.loadFailed)):
      // The list shows the error; the tab of the last session would be blank.
      guard state.phase == .loading, state.tab == state.navigation.tab
      else { return .none }
      return show(.memos, &state)

    case .recordingsSaveResponse(.failure(let error)):
      state.addShutDownProblem("\(error)")
      return .none

    case .recordingsSaveResponse(.success):
      state.dropSavedTexts()
      return .none

    case .redoButtonTapped:
      return undo(.redo, &state)

    case .retentionResponse(.failure(let error)):
      return notify("Old memos could not be deleted: \(error)", &state)

    case .retentionResponse(.success(let outcome)):
      return outcome.map { notify(of: $0, &state) } ?? .none

    case .search(.delegate(.opened(let id, let time, let query))):
      return openMemo(OpenRequest(id, at: time, find: .init(query)), &state)

    case .settings(.delegate(.cleanedUp(let memos, let former))):
      state.record(UndoStep(.deleted(memos, by: .cleanup(former: former)), of: memos))
      return .none

    case .shutDownRequested:
      return beginShutDown(&state)

    case .tabSelected(let tab):
      leaveMemo(&state)
      return show(tab, &state)

    case .task:
      return .merge(start(state), state.problem.map { notify($0, &state) } ?? .none)

    case .textPasted(let text):
      return ImportFeature().sheet(forPasted: text)
        .map { present(.importFiles($0), &state) } ?? .none

    case .transcribeButtonTapped:
      let ids = state.targetIDs
      return ids.isEmpty ? .none : .send(.transcription(.transcriptionRequested(ids)))

    case .transcription(.delegate(.canceled(let job))):
      if let memo = state.recordings[id: job.recordingID] {
        state.record(UndoStep(.canceled(job), of: [memo]))
      }
      return .none

    case .transcription(.delegate(.recordingSelected(let id))):
      return openMemo(OpenRequest(id), &state)

    case .transcription(.delegate(.transcriptFinished(let id))):
      guard let recording = state.recordings[id: id]
      else { return .none }
      return notify("The transcript of '\(recording.title)' is ready.", &state)

    case .trashButtonTapped:
      // The trash shows what was deleted, and the notice would soon be outdated.
      state.notice = nil
      return present(.trash(TrashPage.State()), &state)

    case .undoButtonTapped:
      return undo(.undo, &state)

    case .undoResponse(let result, let step, let direction):
      return endUndo(direction, of: step, result, &state)

    case .unsavedRecordingsResponse(let result):
      return offerUnsavedRecordings(result, &state)

    case .unsavedTextsResponse(let result):
      reportUnsavedTexts(result, &state)
      return .none

    case .binding, .commandPrompt, .destination, .path, .recordingsList, .search, .settings,
      .statistics, .transcription:
      return .none
    }
  }
}

extension AppFeature.Destination.State: Equatable {}
extension AppFeature.Path.State: Equatable {}
