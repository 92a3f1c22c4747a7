public import ComposableArchitecture
public import ComposableTerminal
import ExportFeature
import HealthFeature
import ImportFeature
import OnboardingFeature
import PlaybackFeature
import RecordMemoFeature
import RecordingsListFeature
import SearchFeature
import SettingsFeature
import SharedSettings
import StatsFeature
import Styleguide
public import TerminalUI
import TranscriptionFeature
import TrashFeature

/// The app: where the person is, what is open there, and what the keys do everywhere.
public struct AppScreen: Screen {
  public let store: StoreOf<AppFeature>
  private let timeZone: TimeZone

  /// - Parameters:
  ///   - store: The app.
  ///   - timeZone: Where the dates of memos are told.
  public init(store: StoreOf<AppFeature>, timeZone: TimeZone = .current) {
    self.store = store
    self.timeZone = timeZone
  }

  /// What the person has set.
  public var appearance: Appearance { store.settings.settings.theme.appearance }

  public var body: any View {
    AppFrame(
      header: header, content: child?.view ?? Empty(),
      footer: store.notice.map { Text($0).foreground(.good) } ?? footer as any View)
  }

  public var child: (any Screen)? {
    switch destination {
    case .export(let store): return ExportScreen(store: store)
    case .health(let store): return HealthScreen(store: store)
    case .onboarding(let store): return OnboardingScreen(store: store)
    // Recording fills the screen: nothing else matters then.
    case .record(let store): return RecordMemoScreen(store: store)
    case .trash(let store): return TrashScreen(store: store, timeZone: timeZone)
    case .alert, .help, .importFiles, nil: break
    }
    // The queue asks before it replaces edited text, whatever is shown.
    if store.transcription.destination != nil { return queue }
    if let playback { return PlaybackScreen(store: playback, timeZone: timeZone) }
    return switch store.tab {
    case .memos:
      RecordingsListScreen(
        store: store.scope(state: \.recordingsList, action: \.recordingsList), timeZone: timeZone)
    case .queue: queue
    case .search: SearchScreen(store: store.scope(state: \.search, action: \.search))
    case .settings: SettingsScreen(store: store.scope(state: \.settings, action: \.settings))
    case .statistics:
      store.scope(state: \.statistics, action: \.statistics)
        .map { StatsScreen(store: $0, timeZone: timeZone) }
    }
  }

  public var front: (any Screen)? {
    switch destination {
    case .alert(let alert): self.alert(alert, \.destination, \.alert)
    case .help: HelpScreen(store: store, isMemoOpen: playback != nil)
    case .importFiles(let store): ImportScreen(store: store)
    case .export, .health, .onboarding, .record, .trash, nil: nil
    }
  }

  /// The memo that is open, on top of all others.
  var playback: StoreOf<PlaybackFeature>? {
    guard let screen = store.scope(state: \.path, action: \.path).last
    else { return nil }
    return switch screen.case {
    case .playback(let store): store
    }
  }

  /// What is presented in front of everything else.
  private var destination: AppFeature.Destination.CaseScope? {
    store.scope(state: \.destination, action: \.destination.presented)?.case
  }

  private var queue: TranscriptionScreen {
    TranscriptionScreen(
      store: store.scope(state: \.transcription, action: \.transcription), timeZone: timeZone)
  }

  private var header: any View {
    HStack(spacing: 2) {
      navigationBar.priority(1)
      Spacer()
      TranscriptionStatus(store.scope(state: \.transcription, action: \.transcription))
    }
  }

  private var navigationBar: any View {
    switch store.destination {
    case .export: return NavigationBar([store.tab.title, "Export"])
    case .health: return NavigationBar([store.tab.title, "Health"])
    case .onboarding: return NavigationBar(["SpeechMemo"])
    case .record: return NavigationBar([store.tab.title, "Record"])
    case .trash: return NavigationBar([store.tab.title, "Trash"])
    case .alert, .help, .importFiles, nil: break
    }
    if let playback {
      return NavigationBar([store.tab.title, playback.recording.displayTitle])
    }
    let tabs = Tab.allCases
    return Tabs(tabs.map(\.title), selection: tabs.firstIndex(of: store.tab) ?? 0)
  }
}

/// A line above, a line below, and the content between them; a low terminal shows only that.
private struct AppFrame: View {
  let header: any View
  let content: any View
  let footer: any View

  var widths: SizeRange { .flexible() }
  func heights(width: Int) -> SizeRange { .flexible() }

  func draw(in canvas: inout Canvas) {
    let (width, height) = (canvas.size.width, canvas.size.height)
    let above = height > 6 ? 1 : 0
    let below = height > 9 ? 1 : 0
    canvas.within(Rect(x: 0, y: 0, width: width, height: above)) { header.draw(in: &$0) }
    canvas.within(Rect(x: 0, y: above, width: width, height: height - above - below)) {
      content.draw(in: &$0)
    }
    canvas.within(Rect(x: 0, y: height - below, width: width, height: below)) {
      footer.draw(in: &$0)
    }
  }
}
