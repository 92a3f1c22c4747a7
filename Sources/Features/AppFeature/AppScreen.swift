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
public import TerminalUI
import TranscriptionFeature
import TrashFeature

public struct AppScreen: Screen {
  public let store: StoreOf<AppFeature>
  private let timeZone: TimeZone

  public init(store: StoreOf<AppFeature>, timeZone: TimeZone = .current) {
    self.store = store
    self.timeZone = timeZone
  }

  public var appearance: Appearance { store.settings.settings.theme.appearance }

  public var body: any View {
    AppFrame(
      header: header, content: content, nowPlaying: nowPlaying,
      notice: store.notice, noticeKey: noticeKey, footer: footer)
  }

  private var noticeKey: String? {
    availableKeys(behind: front).first { $0.isEnabled && $0.strokes[0].keys == [.ctrl("e")] }?
      .keyNames
  }

  /// Beside the list, the memo's own pane shows the position.
  private var nowPlaying: PlaybackFeature.State? {
    store.isWide && child is RecordingsListScreen ? nil : store.state.backgroundMemo
  }

  private var content: any View {
    guard let child
    else { return Empty() }
    guard child is RecordingsListScreen || child is PlaybackScreen, store.tab == .memos,
      store.destination?.trash == nil
    else { return child.view }
    let isMemoFocused = child is PlaybackScreen
    return Panes(
      list: isMemoFocused ? list(hasFocus: false).body : child.view,
      memo: isMemoFocused ? child.view : playback.map { memo($0, hasFocus: false).body },
      isMemoFocused: isMemoFocused)
  }

  public var child: (any Screen)? {
    switch destination {
    case .export(let store): return ExportScreen(store: store)
    case .health(let store): return HealthScreen(store: store)
    case .onboarding(let store): return OnboardingScreen(store: store)
    case .record(let store): return RecordMemoScreen(store: store)
    case .trash(let store): return trash(store)
    case .alert, .importFiles, nil: break
    }
    // The queue asks before it replaces edited text, whichever page is shown.
    if store.transcription.destination != nil { return queue }
    if let playback, !store.isBrowsing { return memo(playback, hasFocus: true) }
    return switch store.tab {
    case .memos: list(hasFocus: true)
    case .queue: queue
    case .search: SearchScreen(store: store.scope(state: \.search, action: \.search))
    case .settings: SettingsScreen(store: store.scope(state: \.settings, action: \.settings))
    case .statistics:
      store.scope(state: \.statistics, action: \.statistics)
        .map { StatsScreen(store: $0, timeZone: timeZone) }
    }
  }

  public var front: (any Screen)? {
    guard let commands = store.scope(state: \.commandPrompt, action: \.commandPrompt.presented)
    else { return sheet }
    return CommandSheet(store: commands) {
      keySections(behind: sheet)
    } close: {
      store.send(.commandPrompt(.dismiss))
    }
  }

  private var sheet: (any Screen)? {
    switch destination {
    case .alert(let alert): self.alert(alert, \.destination, \.alert)
    case .importFiles(let store): ImportScreen(store: store)
    case .export, .health, .onboarding, .record, .trash, nil: nil
    }
  }

  private var footer: HelpFooter { HelpFooter(availableKeys(behind: front)) }

  public var name: String { "Everywhere" }

  func list(hasFocus: Bool) -> RecordingsListScreen {
    RecordingsListScreen(
      store: store.scope(state: \.recordingsList, action: \.recordingsList), hasFocus: hasFocus,
      isStandalone: false, timeZone: timeZone)
  }

  private func trash(_ page: StoreOf<TrashPage>) -> any Screen {
    guard let memo = page.scope(state: \.memo, action: \.memo.presented)
    else {
      return TrashScreen(store: page.scope(state: \.trash, action: \.trash), timeZone: timeZone)
    }
    return self.memo(memo, hasFocus: true)
  }

  private func memo(_ playback: StoreOf<PlaybackFeature>, hasFocus: Bool) -> PlaybackScreen {
    PlaybackScreen(store: playback, hasFocus: hasFocus, timeZone: timeZone)
  }

  var playback: StoreOf<PlaybackFeature>? {
    guard let screen = store.scope(state: \.path, action: \.path).last
    else { return nil }
    return switch screen.case {
    case .playback(let store): store
    }
  }

  private var destination: AppFeature.Destination.CaseScope? {
    store.scope(state: \.destination, action: \.destination.presented)?.case
  }

  private var queue: TranscriptionScreen {
    TranscriptionScreen(
      store: store.scope(state: \.transcription, action: \.transcription), timeZone: timeZone)
  }

  private var header: any View {
    HStack(spacing: 1) {
      navigationBar.priority(1)
      TranscriptionStatus(store.scope(state: \.transcription, action: \.transcription))
        .frame(maxWidth: SizeRange.unlimited, alignment: .topTrailing)
    }
  }

  private var navigationBar: any View {
    switch store.destination {
    case .export: return NavigationBar([store.tab.title, "Export"])
    case .health: return NavigationBar([store.tab.title, "Health"])
    case .onboarding: return NavigationBar(["SpeechMemo"])
    case .record: return NavigationBar([store.tab.title, "Record"])
    case .trash: return NavigationBar([store.tab.title, "Trash"])
    case .alert, .importFiles, nil: break
    }
    let tabs = Tab.allCases
    return Tabs(tabs.map(\.title), selection: tabs.firstIndex(of: store.tab) ?? 0)
  }
}
