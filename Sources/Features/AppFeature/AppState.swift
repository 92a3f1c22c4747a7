public import ComposableArchitecture
public import ComposableTerminal
public import RecordingsListFeature
public import SearchFeature
public import SettingsFeature
public import SharedModels
public import SharedRecordings
public import StatsFeature
public import TranscriptionFeature
public import UndoCore

extension AppFeature {
  @ObservableState
  public struct State: Equatable {
    public var closeRequest: CloseRequest?
    @Presents public var commandPrompt: CommandPrompt.State?
    @Presents public var destination: Destination.State?
    /// `true` if the user is in the tabs while a memo stays open.
    public var isBrowsing = false
    public var isWide = false
    public var link: DeepLink?
    @Shared public var navigation: Navigation
    var isNoticeShown = false
    public var isUndoing = false
    public private(set) var notices: [String] = []
    public var noticeSubject = NoticeSubject.event
    public var path = StackState<Path.State>()
    public var phase = Phase.loading
    /// A problem with how the app was started, shown as the first notice.
    let problem: String?
    @Shared public var recordings: IdentifiedArrayOf<Recording>
    public var recordingsList: RecordingsListFeature.State
    /// The `undoSteps` that `redoSteps` belong to: another change ends redo.
    var redoBase: [UndoStep] = []
    /// The undone changes, newest last.
    var redoSteps: [UndoStep] = []
    public var search: SearchFeature.State
    public var settings: SettingsFeature.State
    public var shutDownProblem: String?
    /// `nil` while its tab is hidden, because counting is slow.
    public var statistics: StatsFeature.State?
    public var tab: Tab
    public var transcription: TranscriptionFeature.State
    /// Waits until the open memo is saved, or the step before is undone or redone.
    public var undoRequest: UndoDirection?
    /// The user's changes since the app started, newest last.
    @Shared public var undoSteps: [UndoStep]
    @Shared(.unsavedTexts) public var unsavedTexts: [UnsavedText]

    /// Without a `link`, the app opens where the user left off.
    public init(
      link: DeepLink? = nil, problem: String? = nil,
      recordings: Shared<IdentifiedArrayOf<Recording>> = Shared(.recordings)
    ) {
      let navigation = Shared(.navigation)
      let undoSteps = Shared<[UndoStep]>(value: [])
      self.link = link
      _navigation = navigation
      self.problem = problem
      _recordings = recordings
      recordingsList = RecordingsListFeature.State(
        recordings: recordings, selectsFirst: true, remembersPlace: true,
        undoSteps: undoSteps)
      search = SearchFeature.State(recordings: SharedReader(recordings))
      settings = SettingsFeature.State()
      tab = navigation.wrappedValue.tab
      transcription = TranscriptionFeature.State(selectsFirst: true)
      _undoSteps = undoSteps
    }
  }

  public enum Phase: Equatable, Sendable {
    /// The library is being read, or can't be.
    case loading
    case running
    /// The app is about to exit: closing a memo does not change the stored place.
    case shuttingDown(isLibraryLoaded: Bool)
  }
}

extension AppFeature.State {
  private static let noticeCount = 20

  public var notice: String? {
    get { isNoticeShown ? notices.first : nil }
    set {
      isNoticeShown = newValue != nil
      noticeSubject = .event
      if let newValue { notices = [newValue] + notices.prefix(Self.noticeCount - 1) }
    }
  }

  mutating func prompt(for purpose: CommandPrompt.State.Purpose) {
    commandPrompt = commandPrompt?.purpose == purpose ? nil : CommandPrompt.State(purpose)
  }
}
