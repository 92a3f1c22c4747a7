public import ComposableArchitecture
public import ComposableTerminal
import PlaybackFeature
public import RecordingsListFeature
public import SearchFeature
public import SettingsFeature
public import SharedModels
public import SharedRecordings
public import StatsFeature
import Tagged
public import TranscriptionFeature
public import UnsavedTexts

extension AppFeature {
  @ObservableState
  public struct State: Equatable {
    /// What to do with the open memo once its edits are saved.
    public var closeRequest: CloseRequest?
    /// What the keys do, in front of everything else.
    @Presents public var commandPrompt: CommandPrompt.State?
    @Presents public var destination: Destination.State?
    /// Whether the person is in the tabs while a memo is open: it goes on playing, or is shown beside
    /// the list.
    public var isBrowsing = false
    /// Whether there is room for a memo beside the list.
    public var isWide = false
    /// Where to go once the library is loaded.
    public var link: DeepLink?
    /// The memo that has been opened to be played, until it is.
    var memoToPlay: StackElementID?
    @Shared public var navigation: Navigation
    /// Whether the last message is shown.
    var isNoticeShown = false
    /// The last messages, the newest first.
    public private(set) var notices: [String] = []
    public var path = StackState<Path.State>()
    public var phase = Phase.loading
    /// What is wrong with the way in which the app was started, to be said first.
    let problem: String?
    @Shared public var recordings: IdentifiedArrayOf<Recording>
    public var recordingsList: RecordingsListFeature.State
    public var search: SearchFeature.State
    public var settings: SettingsFeature.State
    /// Why something could not be stored at the end.
    public var shutDownProblem: String?
    /// Non-nil only while its tab is shown: counting is slow.
    public var statistics: StatsFeature.State?
    public var tab: Tab
    public var transcription: TranscriptionFeature.State
    /// What was typed into a memo and is not saved.
    @Shared(.unsavedTexts) public var unsavedTexts: [UnsavedText]

    /// - Parameters:
    ///   - link: Where to go first; `nil` for where the person was the last time.
    ///   - problem: What is wrong with the way in which the app was started, to be said first.
    ///   - recordings: The memos; those of the library, unless others are given.
    public init(
      link: DeepLink? = nil, problem: String? = nil,
      recordings: Shared<IdentifiedArrayOf<Recording>> = Shared(.recordings)
    ) {
      let navigation = Shared(.navigation)
      self.link = link
      _navigation = navigation
      self.problem = problem
      _recordings = recordings
      recordingsList = RecordingsListFeature.State(
        recordings: recordings, selectsFirst: true, remembersPlace: true)
      search = SearchFeature.State(recordings: SharedReader(recordings))
      settings = SettingsFeature.State()
      tab = navigation.wrappedValue.tab
      transcription = TranscriptionFeature.State()
    }
  }

  public enum Phase: Equatable, Sendable {
    /// The library is being read, or could not be.
    case loading
    /// The library has been read.
    case running
    /// The app is about to end: what closes now does not change the stored place.
    case shuttingDown(isLibraryLoaded: Bool)
  }
}

extension AppFeature.State {
  /// How many messages are kept, to be read again.
  private static let noticeCount = 20

  /// A message that is shown for some seconds.
  public var notice: String? {
    get { isNoticeShown ? notices.first : nil }
    set {
      isNoticeShown = newValue != nil
      if let newValue { notices = [newValue] + notices.prefix(Self.noticeCount - 1) }
    }
  }

  /// Shows what the keys do; a second time, it is closed.
  mutating func prompt(for purpose: CommandPrompt.State.Purpose) {
    commandPrompt = commandPrompt?.purpose == purpose ? nil : CommandPrompt.State(purpose)
  }
}
