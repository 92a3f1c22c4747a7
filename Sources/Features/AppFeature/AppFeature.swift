public import AudioRecorderClient
public import ComposableArchitecture
public import ExportFeature
import ImportCore
public import ImportFeature
public import OnboardingFeature
public import PlaybackFeature
public import RecordMemoFeature
import RecordedDrafts
public import RecordingsListFeature
public import RetentionCore
public import SearchFeature
public import SettingsFeature
public import SharedModels
public import SharedRecordings
public import StatsFeature
public import Tagged
public import TranscriptionFeature

/// The whole app: the places that are always there, the memo that is open, and what stands in
/// front of them.
@Reducer
public struct AppFeature: Sendable {
  /// What lies upon the tabs.
  @Reducer
  public enum Path {
    case playback(PlaybackFeature)
  }

  /// What stands in front of everything else.
  @Reducer
  public enum Destination {
    case alert(AlertState<Never>)
    case export(ExportFeature)
    case help
    case importFiles(ImportFeature)
    case onboarding(OnboardingFeature)
    case record(RecordMemoFeature)
  }

  @ObservableState
  public struct State: Equatable {
    @Presents public var destination: Destination.State?
    /// Whether the library's memos have been read.
    public var isLibraryLoaded = false
    /// Whether the app is about to end: what is done then does not count as going somewhere.
    public var isShuttingDown = false
    /// Whether the memo that is open is to be left as soon as its changes are kept.
    public var isLeavingMemo = false
    /// Where to go once the library is loaded.
    public var link: DeepLink?
    /// The memo that is open, where it is to be put into the trash as soon as its changes are kept.
    public var memoToDelete: Recording.ID?
    @Shared public var navigation: Navigation
    /// What there is to tell, for some seconds.
    public var notice: String?
    public var path = StackState<Path.State>()
    @Shared public var recordings: IdentifiedArrayOf<Recording>
    public var recordingsList: RecordingsListFeature.State
    public var search: SearchFeature.State
    public var settings: SettingsFeature.State
    /// Only where it is seen is anything counted.
    public var statistics: StatsFeature.State?
    /// Why something could not be stored at the end.
    public var shutDownProblem: String?
    public var tab: Tab
    public var transcription: TranscriptionFeature.State

    /// - Parameters:
    ///   - link: Where to go first; where the person was the last time, if nowhere.
    ///   - recordings: The memos; those of the library, unless others are given.
    public init(
      link: DeepLink? = nil, recordings: Shared<IdentifiedArrayOf<Recording>> = Shared(.recordings)
    ) {
      let navigation = Shared(.navigation)
      self.link = link
      _navigation = navigation
      _recordings = recordings
      recordingsList = RecordingsListFeature.State(recordings: recordings)
      search = SearchFeature.State()
      settings = SettingsFeature.State()
      tab = navigation.wrappedValue.tab
      transcription = TranscriptionFeature.State()
    }
  }

  public enum Action {
    case backButtonTapped
    case deleteMemoButtonTapped
    case destination(PresentationAction<Destination.Action>)
    case draftsResponse([RecoveredRecording])
    case exportButtonTapped
    case helpButtonTapped
    case importButtonTapped
    case linkOpened(DeepLink)
    case noticeTimedOut
    case path(StackActionOf<Path>)
    case recordButtonTapped
    case recordingsList(RecordingsListFeature.Action)
    case retentionResponse(Result<RetentionOutcome?, any Error>)
    case search(SearchFeature.Action)
    case settings(SettingsFeature.Action)
    case shutDown
    case shutDownSettled
    case shutDownFailed(reason: String)
    case statistics(StatsFeature.Action)
    case tabSelected(Tab)
    case task
    case transcribeButtonTapped
    case transcription(TranscriptionFeature.Action)
  }

  enum CancelID { case notice, settling }

  /// How long a notice is shown.
  public static let noticeTime = Duration.seconds(5)

  @Dependency(\.continuousClock) var clock
  @Dependency(\.memoKeeper) var memoKeeper
  @Dependency(\.retentionKeeper) var retentionKeeper

  public init() {}

  public var body: some ReducerOf<Self> {
    CombineReducers {
      Scope(state: \.recordingsList, action: \.recordingsList) { RecordingsListFeature() }
      Scope(state: \.search, action: \.search) { SearchFeature() }
      Scope(state: \.settings, action: \.settings) { SettingsFeature() }
      Scope(state: \.transcription, action: \.transcription) { TranscriptionFeature() }
      Reduce { state, action in
        switch action {
        case .backButtonTapped:
          state.isLeavingMemo = !state.path.isEmpty
          return .none

        case .deleteMemoButtonTapped:
          return deleteOpenMemo(&state)

        case .destination(.presented(.importFiles(.delegate(.finished(let count))))):
          state.destination = nil
          guard count > 0
          else { return .none }
          return notify(
            count == 1
              ? "1 memo is in the library; its transcript is being made."
              : "\(count) memos are in the library; their transcripts are being made.", &state)

        case .destination(.presented(.onboarding(.delegate(.finished)))):
          state.destination = nil
          return .none

        case .destination(.presented(.onboarding(.delegate(.importFiles(let files))))):
          return importFiles(files, &state)

        case .destination(.presented(.onboarding(.delegate(.record)))):
          return record(&state)

        case .destination(.presented(.record(.delegate(.didFinish(let recording))))):
          // While the app ends there is nobody to tell.
          guard !state.isShuttingDown
          else { return .none }
          if state.destination?.record?.drafts.isEmpty ?? true { state.destination = nil }
          return notify("'\(recording.title)' is in the library.", &state)

        case .draftsResponse(let drafts):
          guard !drafts.isEmpty, state.destination == nil
          else { return .none }
          return present(.record(RecordMemoFeature.State()), &state)

        case .exportButtonTapped:
          guard let recording = state.recordingInHand
          else { return .none }
          return present(.export(ExportFeature.State(recording: recording)), &state)

        case .helpButtonTapped:
          state.destination = .help
          return .none

        case .importButtonTapped:
          return present(.importFiles(ImportFeature.State()), &state)

        case .linkOpened(let link):
          return open(link, &state)

        case .noticeTimedOut:
          state.notice = nil
          return .none

        case .path(.element(id: let id, action: .playback(.saveResponse(.failure(let error))))):
          keepOpen(id, after: error, &state)
          return .none

        case .recordButtonTapped:
          return record(&state)

        case .recordingsList(.delegate(.recordingSelected(let id))):
          return openMemo(id, at: .zero, &state)

        case .recordingsList(.delegate(.loaded)):
          guard !state.isLibraryLoaded
          else { return .none }
          state.isLibraryLoaded = true
          return arrive(&state)

        case .recordingsList(.delegate(.loadFailed)):
          // The list says what is wrong; the tab of the last time would be blank.
          guard !state.isLibraryLoaded, state.tab == state.navigation.tab
          else { return .none }
          return show(.memos, &state)

        case .retentionResponse(.failure(let error)):
          return notify("Old memos stay where they are: \(error)", &state)

        case .retentionResponse(.success(let outcome)):
          return outcome.map { tell(of: $0, &state) } ?? .none

        case .search(.delegate(.opened(let id, let time, _))):
          return openMemo(id, at: time, &state)

        case .shutDown:
          return beginShutDown(&state)

        case .shutDownSettled:
          return shutDown(&state)

        case .shutDownFailed(let reason):
          state.noteAtEnd(reason)
          return .none

        case .tabSelected(let tab):
          state.isLeavingMemo = !state.path.isEmpty
          return show(tab, &state)

        case .task:
          return start(state)

        case .transcribeButtonTapped:
          guard let recording = state.recordingInHand
          else { return .none }
          return .send(.transcription(.enqueueButtonTapped([recording.id])))

        case .transcription(.delegate(.recordingSelected(let id))):
          return openMemo(id, at: .zero, &state)

        case .transcription(.delegate(.transcriptFinished(let id))):
          guard let recording = state.recordings[id: id]
          else { return .none }
          return notify("The transcript of '\(recording.title)' is there.", &state)

        case .destination, .path, .recordingsList, .search, .settings, .statistics,
          .transcription:
          return .none
        }
      }
      // What is left here ends with what it does.
      Reduce { state, _ in settle(&state) }
    }
    .ifLet(\.$destination, action: \.destination)
    .ifLet(\.statistics, action: \.statistics) { StatsFeature() }
    .forEach(\.path, action: \.path)
  }
}

extension AppFeature.Destination.State: Equatable {}
extension AppFeature.Path.State: Equatable {}
